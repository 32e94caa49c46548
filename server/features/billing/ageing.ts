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
import type { Db } from '../../platform/db/handle.ts'
import { customers } from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { paymentAllocations } from '../../schema/payments.ts'
import { countsOn } from '../invoices/applied.ts'
import { listedShape, toListed } from '../invoices/queries.ts'
import { creditOf } from '../payments/credit.ts'

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
 * The invoices that are owed at the end of a day, with the amount and the days they are late: those
 * of one customer, or of all, whose uses are added up once for all of them.
 */
export const owedOn = (day: string, customerId?: string) => sql`
  select i.id, i.customer_id, i.due_on, i.total - coalesce(a.paid, 0) as owed, ${day}::date - i.due_on as late
  from ${invoices} i
  left join ${
    customerId === undefined
      ? sql`(select u.invoice_id, sum(u.amount)::bigint as paid ${usesOn(day)} group by u.invoice_id) a
          on a.invoice_id = i.id`
      : sql`lateral (select sum(u.amount)::bigint as paid ${usesOn(day)} and u.invoice_id = i.id) a on true`
  }
  where i.kind = 'invoice' and ${countsOn(sql`i`, day)} and i.total > coalesce(a.paid, 0)
    and ${customerId === undefined ? sql`true` : sql`i.customer_id = ${customerId}`}`

/** The days after the due day at which each age ends. The same rule as `bucketOf`. */
const bucketSql: Readonly<Record<AgeBucket, SQL>> = {
  current: sql`late <= 0`,
  days1: sql`late between 1 and 30`,
  days31: sql`late between 31 and 60`,
  days61: sql`late between 61 and 90`,
  days91: sql`late > 90`,
}

/** The sums of what is owed by age, as columns. */
export const agesSql = sql.join(
  ageBuckets.map(
    (bucket) =>
      sql`coalesce(sum(owed) filter (where ${bucketSql[bucket]}), 0) as ${sql.identifier(bucket)}`,
  ),
  sql`, `,
)

const amounts = [...ageBuckets, 'owed', 'credit'].map((name) => sql.identifier(name))
/** The amounts of a customer, and those of all. */
const each = sql.join(
  amounts.map((amount) => sql`${amount}::float8`),
  sql`, `,
)
const summed = sql.join(
  amounts.map((amount) => sql`coalesce(sum(${amount}), 0)::float8 as ${amount}`),
  sql`, `,
)

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

/** The debts of all customers at the end of a day by age, and the credit that they have. */
export async function ageingOn(
  db: Db,
  { asOf, customers: list }: AgeingQuery,
  now: Date,
): Promise<Ageing> {
  const { day } = await requireDay(db, asOf, now)
  const most = list === 'false' ? 0 : MAX_AGED_CUSTOMERS
  const { rows } = await db.execute<Row>(sql`
    with aged as (
      select customer_id, late, owed, 0 as credit from (${owedOn(day)}) o
      union all select customer_id, null, 0, credit from (${creditOf({ day })}) c where credit <> 0),
    per_customer as (
      select customer_id, max(late) as late, ${agesSql}, sum(owed) as owed, sum(credit) as credit
      from aged group by customer_id)
    select null as "customerId", null as name, null as "oldestDays", ${summed},
      count(*)::int as count from per_customer
    union all (
      select customer_id, c.name, late, ${each}, 0
      from per_customer p join ${customers} c on c.id = p.customer_id
      order by late desc nulls last, c.name, customer_id limit ${most})`)
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
    ...{ late: sql<number>`o.late`, owedThen: sql<number>`o.owed::float8` },
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
