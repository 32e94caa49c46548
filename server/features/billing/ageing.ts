import {
  type AgeBucket,
  type AgedCustomer,
  type AgedInvoice,
  type Ageing,
  type AgeingQuery,
  type Ages,
  ageBuckets,
  bucketOf,
  MAX_AGED_CUSTOMERS,
  MAX_AGED_INVOICES,
} from '@plumbline/contract/ageing.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { companyTimeZone } from '../../access/company/queries.ts'
import { sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { customers } from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { countsOn } from '../invoices/applied.ts'
import { listedShape, toListed } from '../invoices/queries.ts'
import { chargedBy } from '../payments/credit.ts'

/**
 * The day that is asked for, or today. Fails with 400 for a later day, of which nothing is known.
 */
async function requireDay(db: Db, asOf: string | undefined, now: Date) {
  const today = dayIn(await companyTimeZone(db), now)
  if (asOf !== undefined && asOf > today) throw invalid({ asOf: 'Choose a day up to today' })
  return { today, day: asOf ?? today }
}

/** The uses of money that count at the end of a day. */
const usesOn = (day: string) => sql`from ${paymentAllocations} u where u.day <= ${day}`

/**
 * The invoices and credit memos that count at the end of a day, with what is owed of an invoice and
 * the days it is late: those of one customer, or of all, whose uses are added up once for all.
 */
const documentsOn = (day: string, customerId?: string) => sql`
  select i.id, i.customer_id, i.due_on, i.total, ${day}::date - i.due_on as late,
    case when i.kind = 'invoice' then i.total - coalesce(a.paid, 0) else 0 end as owed
  from ${invoices} i
  left join ${
    customerId === undefined
      ? sql`(select u.invoice_id, ${sumOfCents(sql`u.amount`)} as paid ${usesOn(day)} group by u.invoice_id) a
          on a.invoice_id = i.id`
      : sql`lateral (select ${sumOfCents(sql`u.amount`)} as paid ${usesOn(day)} and u.invoice_id = i.id) a on true`
  }
  where ${countsOn(sql`i`, day)}
    and ${customerId === undefined ? sql`true` : sql`i.customer_id = ${customerId}`}`

/** The invoices of which a customer owes something at the end of a day. */
export const owedOn = (day: string, customerId: string) =>
  sql`select * from (${documentsOn(day, customerId)}) d where owed > 0`

/** The days after the due day at which each age ends. The same rule as `bucketOf`. */
const bucketSql: Readonly<Record<AgeBucket, SQL>> = {
  current: sql`late <= 0`,
  days1: sql`late between 1 and 30`,
  days31: sql`late between 31 and 60`,
  days61: sql`late between 61 and 90`,
  days91: sql`late > 90`,
}

const ageColumns = sql.join(
  ageBuckets.map((bucket) => sql.identifier(bucket)),
  sql`, `,
)

/** The sums of what is owed by age, as columns. */
export const agesSql = sql.join(
  ageBuckets.map(
    (bucket) =>
      sql`coalesce(${sumOfCents(sql`owed`)} filter (where ${bucketSql[bucket]}), 0) as ${sql.identifier(bucket)}`,
  ),
  sql`, `,
)

/** An expression for each amount of a customer or of all, as a column of its name. */
const amounts = (as: (amount: SQL) => SQL) =>
  sql.join(
    [...ageBuckets, 'owed', 'credit'].map((name) => {
      const amount = sql.identifier(name)
      return sql`${as(sql`${amount}`)} as ${amount}`
    }),
    sql`, `,
  )

/** The amounts of a customer, and those of all. */
const each = amounts((amount) => sql`coalesce(${amount}, 0)`)
const summed = amounts((amount) => sql`coalesce(${sumOfCents(amount)}, 0)`)

interface Row
  extends Ages,
    Pick<AgedCustomer, 'customerId' | 'name' | 'oldestDays' | 'owed' | 'credit'> {
  readonly count: number
  readonly [key: string]: unknown
}

function agesOf(row: Partial<Ages> = {}): Ages {
  const { current = 0, days1 = 0, days31 = 0, days61 = 0, days91 = 0 } = row
  return { current, days1, days31, days61, days91 }
}

/**
 * The debts of all customers at the end of a day by age, and the credit that they have. That is
 * what is owed less the balance of the account, which is read without the uses of money.
 */
export async function ageingOn(
  db: Db,
  { asOf, customers: list }: AgeingQuery,
  now: Date,
): Promise<Ageing> {
  const { day } = await requireDay(db, asOf, now)
  const most = list === 'false' ? 0 : MAX_AGED_CUSTOMERS
  const { rows } = await db.execute<Row>(sql`
    with documents as (${documentsOn(day)}),
    aged as (
      select customer_id, max(late) filter (where owed > 0) as late, ${agesSql}, ${sumOfCents(sql`owed`)} as owed,
        ${sumOfCents(sql`total`)} as charged
      from documents group by customer_id),
    entries as (
      select customer_id, ${sumOfCents(chargedBy(sql`p`))} as charged
      from ${payments} p where p.day <= ${day} group by customer_id),
    accounts as (
      select c.id as "customerId", c.name, late as "oldestDays", ${ageColumns}, owed,
        coalesce(owed, 0) - coalesce(aged.charged, 0) - coalesce(entries.charged, 0) as credit
      from ${customers} c left join aged on aged.customer_id = c.id
        left join entries on entries.customer_id = c.id)
    select null as "customerId", null as name, null as "oldestDays", ${summed},
      count(*)::int as count from accounts where owed > 0 or credit <> 0
    union all (
      select "customerId", name, "oldestDays", ${each}, 0
      from accounts where owed > 0 or credit <> 0
      order by "oldestDays" desc nulls last, name, "customerId" limit ${most})`)
  // The sums of all come first, and are there without a customer too.
  const [all, ...found] = rows
  const { owed = 0, credit = 0, count = 0 } = all ?? {}
  return {
    ...{ asOf: day, ages: agesOf(all), owed, credit, count },
    customers: found.map((row) => {
      const { customerId, name, oldestDays } = row
      return { customerId, name, oldestDays, ages: agesOf(row), owed: row.owed, credit: row.credit }
    }),
  }
}

/** The invoices that a customer owes at the end of a day, oldest first. */
export async function agedInvoices(
  db: Db,
  customerId: string,
  asOf: string | undefined,
  now: Date,
): Promise<AgedInvoice[]> {
  const { day, today } = await requireDay(db, asOf, now)
  const aged = {
    // An invoice that was issued has both.
    ...{ number: sql<string>`${invoices.number}`, dueOn: sql<string>`${invoices.dueOn}` },
    ...{ late: sql<number>`o.late`, owedThen: sql<number>`o.owed` },
  }
  const rows = await db
    .select({ ...listedShape, ...aged })
    .from(invoices)
    .innerJoin(sql`(${owedOn(day, customerId)}) o`, sql`o.id = ${invoices.id}`)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))
    .orderBy(invoices.dueOn, invoices.id)
    .limit(MAX_AGED_INVOICES)
  return rows.map(({ late, owedThen, ...row }) => {
    const { id, number, title, jobName, dueOn } = row
    const { total, status } = toListed(row, today)
    const invoice = { id, number, title, jobName, dueOn, total, status }
    return { ...invoice, owed: owedThen, daysLate: late, bucket: bucketOf(late) }
  })
}
