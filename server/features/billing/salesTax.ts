import { dayIn, isDay } from '@plumbline/contract/dates.ts'
import { daysInMonth } from '@plumbline/contract/months.ts'
import {
  type SalesTax,
  type TaxDocument,
  type TaxedMonth,
  type TaxPart,
  taxParts,
} from '@plumbline/contract/salesTax.ts'
import { sql } from 'drizzle-orm'
import { companyTimeZone } from '../../access/company/queries.ts'
import { sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type List, listOrPage, readCursor, totalOf } from '../../platform/db/paging.ts'
import { customers } from '../../schema/customers.ts'
import { dayOrLast, invoices } from '../../schema/invoices.ts'

/**
 * The documents as they count for sales tax from a day to another one, both included: on the day of
 * their issue, and taken back on the day on which they became void, so that a month that was
 * reported stays as it was.
 */
const taxedBetween = (from: string, to: string) => sql`
  select i.id, i.customer_id, i.kind, false as is_void, i.issued_on as day, i.number,
    i.taxable, i.total - i.tax - i.taxable as not_taxable, i.tax
  from ${invoices} i where i.status <> 'draft' and ${dayOrLast(sql`i.issued_on`)} between ${from} and ${to}
  union all
  select i.id, i.customer_id, i.kind, true, ${voidDay}, i.number,
    -i.taxable, -(i.total - i.tax - i.taxable), -i.tax
  from ${invoices} i where i.status = 'void' and ${voidDay} between ${from} and ${to}`

/** Not before its issue, where the company moved to another time zone on that day. */
const voidDay = sql`greatest(i.voided_on, i.issued_on)`

const none: TaxPart = { count: 0, taxable: 0, notTaxable: 0, tax: 0 }

const plus = (a: TaxPart, b: TaxPart): TaxPart => ({
  count: a.count + b.count,
  taxable: a.taxable + b.taxable,
  notTaxable: a.notTaxable + b.notTaxable,
  tax: a.tax + b.tax,
})

type Parts = Pick<TaxedMonth, (typeof taxParts)[number]>

/** Parts with what they come to. */
function summed(parts: Parts): Omit<TaxedMonth, 'month'> {
  const { count: _, ...sum } = taxParts.map((part) => parts[part]).reduce(plus, none)
  return { ...sum, ...parts }
}

interface PartRow extends TaxPart {
  readonly month: string
  readonly part: (typeof taxParts)[number]
  readonly [key: string]: unknown
}

/**
 * The years since the first one in which something was issued, up to a year and that of the last
 * issue. Those in between count too: something may have become void in them. Two looks into the
 * index.
 */
async function yearsUpTo(db: Db, year: number): Promise<number[]> {
  const day = dayOrLast(invoices.issuedOn)
  const issued = sql`from ${invoices} where ${day} < 'infinity'`
  const { rows } = await db.execute<{ first: number | null; last: number | null }>(sql`
    select extract(year from (select min(${day}) ${issued}))::int as first,
      extract(year from (select max(${day}) ${issued}))::int as last`)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null) return []
  return Array.from({ length: Math.max(last ?? year, year) - first + 1 }, (_, at) => first + at)
}

/** The sales tax of a year by month, up to this month. */
export async function salesTax(db: Db, asked: number | undefined, now: Date): Promise<SalesTax> {
  const today = dayIn(await companyTimeZone(db), now)
  const thisYear = Number(today.slice(0, 4))
  const year = asked ?? thisYear
  const { rows } = await db.execute<PartRow>(sql`
    select to_char(day, 'YYYY-MM') as month,
      case when is_void then 'voids' when kind = 'invoice' then 'invoices' else 'creditMemos' end as part,
      count(*)::int as count, ${sumOfCents(sql`taxable`)} as taxable, ${sumOfCents(sql`not_taxable`)} as "notTaxable",
      ${sumOfCents(sql`tax`)} as tax
    from (${taxedBetween(`${year}-01-01`, `${year}-12-31`)}) taxed group by 1, 2`)
  const partsOf = (ofRow: (row: PartRow) => boolean): Parts => {
    const part = (name: PartRow['part']) =>
      rows
        .filter((row) => row.part === name && ofRow(row))
        .map(({ count, taxable, notTaxable, tax }) => ({ count, taxable, notTaxable, tax }))
        .reduce(plus, none)
    return { invoices: part('invoices'), creditMemos: part('creditMemos'), voids: part('voids') }
  }
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  return {
    year,
    years: [...new Set([year, ...(await yearsUpTo(db, thisYear))])].sort((a, b) => b - a),
    months: months
      .filter((month) => month <= today.slice(0, 7))
      .map((month) => ({ month, ...summed(partsOf((row) => row.month === month)) })),
    total: summed(partsOf(() => true)),
  }
}

/** A cursor has the day, whether it became void, and the id. */
const isPlace = (value: string) => /[iv]$/.test(value) && isDay(value.slice(0, -1))

interface Page {
  /** This one by default. */
  readonly month?: string | undefined
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** The documents that the sales tax of a month is the sum of, by day. */
export async function taxDocuments(
  db: Db,
  { month: asked, limit, after }: Page,
  now: Date,
): Promise<List<TaxDocument>> {
  const month = asked ?? dayIn(await companyTimeZone(db), now).slice(0, 7)
  const taxed = sql`(${taxedBetween(`${month}-01`, `${month}-${daysInMonth(month)}`)}) d`
  const place = after === undefined ? undefined : readCursor(after, isPlace)
  const query = db
    .select({
      id: sql<string>`d.id`,
      kind: sql<TaxDocument['kind']>`d.kind`,
      isVoid: sql<boolean>`d.is_void`,
      day: sql<string>`d.day::text`,
      number: sql<string>`d.number`,
      customerName: sql<string>`(select c.name from ${customers} c where c.id = d.customer_id)`,
      taxable: sql<number>`d.taxable::float8`,
      notTaxable: sql<number>`d.not_taxable::float8`,
      tax: sql<number>`d.tax::float8`,
      total: totalOf(taxed, undefined, limit),
    })
    .from(taxed)
    .where(
      place &&
        sql`(d.day, d.is_void, d.id) > (${place.value.slice(0, 10)}::date, ${place.value.endsWith('v')}, ${place.id}::uuid)`,
    )
    .orderBy(sql`d.day`, sql`d.is_void`, sql`d.id`)
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => row,
    ({ id, day, isVoid }) => `${day}${isVoid ? 'v' : 'i'}_${id}`,
  )
}
