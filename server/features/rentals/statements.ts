import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import { OTHER_LINE, scheduleELines } from '@plumbline/contract/rentalExpenses.ts'
import type { IncomeStatement, NetYield, TaxYear } from '@plumbline/contract/rentalReports.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { rentalExpenses, rentalIncome, rentalProperties } from '../../schema/rentals.ts'
import { dollarsText } from './money.ts'

/** The first and last calendar day, both inclusive. */
interface Period {
  readonly from: SQL
  readonly to: SQL
}

const periodOf = (year: number): Period => ({
  from: sql`make_date(${year}::int, 1, 1)`,
  to: sql`make_date(${year}::int, 12, 31)`,
})

/**
 * The income (without deposits) and expenses in a period, as rows `property_id, day, income,
 * expense`. Limited to one property if there is a `propertyId`.
 */
const entriesOf = ({ from, to }: Period, propertyId?: string) => {
  const ofProperty = propertyId ? sql`and property_id = ${propertyId}` : sql``
  return sql`(
    select property_id, date_received as day, amount as income, 0::numeric as expense from ${rentalIncome}
    where date_received between ${from} and ${to} and kind <> 'deposit' ${ofProperty}
    union all
    select property_id, date_incurred, 0, amount from ${rentalExpenses}
    where date_incurred between ${from} and ${to} ${ofProperty})`
}

const figures = sql`${dollarsText(sql`sum(e.income)`)} as income, ${dollarsText(sql`sum(e.expense)`)} as expenses,
  ${dollarsText(sql`sum(e.income - e.expense)`)} as net`

interface Figures {
  readonly income: string
  readonly expenses: string
  readonly net: string
}

/** The requested year and every year with entries, newest first. */
async function yearsWith(db: Db, year: number): Promise<number[]> {
  const { rows } = await db.execute<{ year: number }>(sql`
    with known as (
      select extract(year from least(
          (select min(date_received) from ${rentalIncome}), (select min(date_incurred) from ${rentalExpenses})))::int as first,
        extract(year from greatest(
          (select max(date_received) from ${rentalIncome}), (select max(date_incurred) from ${rentalExpenses})))::int as last)
    select y as year from known, generate_series(known.first, known.last) y
    where exists (select 1 from ${rentalIncome}
        where date_received between make_date(y, 1, 1) and make_date(y, 12, 31))
      or exists (select 1 from ${rentalExpenses}
        where date_incurred between make_date(y, 1, 1) and make_date(y, 12, 31))`)
  return [...new Set([year, ...rows.map((row) => row.year)])].sort((a, b) => b - a)
}

/** The figures of each property with entries, by address. The whole portfolio comes last. */
async function byProperty(db: Db, period: Period, propertyId?: string) {
  const { rows } = await db.execute<
    { propertyId: string | null; address: string } & Figures & Record<string, unknown>
  >(sql`
    select e.property_id as "propertyId", coalesce(p.address, 'Whole portfolio') as address, ${figures}
    from ${entriesOf(period, propertyId)} e left join ${rentalProperties} p on p.id = e.property_id
    group by e.property_id, p.address order by e.property_id is null, ${inNaturalOrder(sql`p.address`)}, e.property_id`)
  return rows
}

/** Income and expenses of a year, of one property or all. Exact dollars. */
export async function incomeStatement(
  db: Db,
  year: number,
  propertyId?: string,
): Promise<IncomeStatement> {
  const period = periodOf(year)
  const { rows } = await db.execute<
    { month: string; total: Figures } & Figures & Record<string, unknown>
  >(sql`
    select to_char(m, 'YYYY-MM') as month, ${figures},
      jsonb_build_object('income', ${dollarsText(sql`sum(sum(e.income)) over ()`)},
        'expenses', ${dollarsText(sql`sum(sum(e.expense)) over ()`)},
        'net', ${dollarsText(sql`sum(sum(e.income - e.expense)) over ()`)}) as total
    from generate_series(${period.from}::timestamp, ${period.to}::timestamp, interval '1 month') m
    left join ${entriesOf(period, propertyId)} e on e.day >= m and e.day < m + interval '1 month'
    group by m order by m`)
  const [first] = rows
  if (!first) throw new Error('A year has months')
  return {
    year,
    years: await yearsWith(db, year),
    months: rows.map(({ total: _, ...month }) => month),
    properties: await byProperty(db, period, propertyId),
    total: first.total,
  }
}

const lineOf = (category: string) =>
  scheduleELines.find((known) => known.category.toLowerCase() === category.trim().toLowerCase())
    ?.line ?? OTHER_LINE

/**
 * The income and expenses of a year by the lines of Schedule E, of one property or all. Exact
 * dollars.
 */
export async function taxYear(db: Db, year: number, propertyId?: string): Promise<TaxYear> {
  const { from, to } = periodOf(year)
  const ofProperty = propertyId ? sql`and property_id = ${propertyId}` : sql``
  const { rows } = await db.execute<{
    isIncome: boolean
    name: string | null
    amount: string
  }>(sql`
    select true as "isIncome", income_type as name, ${dollarsText(sql`sum(amount)`)} as amount from ${rentalIncome}
    where date_received between ${from} and ${to} and kind <> 'deposit' ${ofProperty} group by grouping sets ((income_type), ())
    union all
    select false, expense_type, ${dollarsText(sql`sum(amount)`)} from ${rentalExpenses}
    where date_incurred between ${from} and ${to} ${ofProperty} group by grouping sets ((expense_type), ())`)
  const named = (isIncome: boolean) =>
    rows.flatMap((row) =>
      row.isIncome === isIncome && row.name !== null
        ? [{ name: row.name, amount: row.amount }]
        : [],
    )
  const totalOf = (isIncome: boolean) =>
    rows.find((row) => row.isIncome === isIncome && row.name === null)?.amount ?? '0.00'
  return {
    year,
    years: await yearsWith(db, year),
    income: named(true).map(({ name, amount }) => ({ incomeType: name, amount })),
    incomeTotal: totalOf(true),
    expenses: named(false)
      .map(({ name, amount }) => ({ line: lineOf(name), category: name, amount }))
      .sort(
        (a, b) =>
          a.line - b.line ||
          byLetters(a.category, b.category) ||
          (a.category < b.category ? -1 : 1),
      ),
    expenseTotal: totalOf(false),
    net: dollarsFromCents(centsOf(totalOf(true)) - centsOf(totalOf(false))),
    properties: await byProperty(db, { from, to }, propertyId),
  }
}

/**
 * The net yield of each property that is not archived, for the twelve months up to a day, as a
 * percentage of its purchase price.
 */
export async function netYield(db: Db, today: SQL): Promise<NetYield> {
  const from = sql`(${today} - interval '1 year' + interval '1 day')::date`
  const percent = (net: SQL, price: SQL) => sql`round(100 * ${net} / nullif(${price}, 0), 1)::text`
  const { rows } = await db.execute<
    NetYield['rows'][number] & {
      from: string
      to: string
      total: NetYield['total']
    } & Record<string, unknown>
  >(sql`
    with brought as (
      select p.id, p.address, p.purchase_price as price, coalesce(sum(e.income), 0) as income,
        coalesce(sum(e.expense), 0) as expense, coalesce(sum(e.income - e.expense), 0) as net
      from ${rentalProperties} p
      left join ${entriesOf({ from, to: today })} e on e.property_id = p.id
      where p.archived_at is null group by p.id),
    known as (
      select sum(price) as price, sum(income) as income, sum(expense) as expense, sum(net) as net
      from brought where price is not null)
    select ${from}::text as "from", ${today}::text as "to", b.id as "propertyId", b.address,
      b.price::text as "purchasePrice", ${dollarsText(sql`b.income`)} as income,
      ${dollarsText(sql`b.expense`)} as expenses, ${dollarsText(sql`b.net`)} as net,
      ${percent(sql`b.net`, sql`b.price`)} as yield,
      jsonb_build_object('purchasePrice', ${dollarsText(sql`k.price`)}, 'income', ${dollarsText(sql`k.income`)},
        'expenses', ${dollarsText(sql`k.expense`)}, 'net', ${dollarsText(sql`k.net`)},
        'yield', ${percent(sql`k.net`, sql`k.price`)}) as total
    from known k left join brought b on true order by ${inNaturalOrder(sql`b.address`)}, b.id`)
  const [first] = rows
  if (!first) throw new Error('The totals are always one row')
  return {
    from: first.from,
    to: first.to,
    rows: rows
      .filter(({ propertyId }) => propertyId !== null)
      .map(({ from: _from, to: _to, total: _total, ...row }) => row),
    total: first.total,
  }
}
