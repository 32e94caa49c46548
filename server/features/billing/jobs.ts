import type { CompletedJob } from '@plumbline/contract/billing.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { type JobBalance, jobPaymentOf } from '@plumbline/contract/jobPayments.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { companyTimeZone } from '../../access/company/queries.ts'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newestFirst } from '../../platform/db/order.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { paymentAllocations } from '../../schema/payments.ts'
import { type JobRow, shape, toJob } from '../jobs/queries.ts'

interface Page {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** The money of the invoices of a job, which its payment follows from. In cents. */
type Invoiced = Omit<JobBalance, 'left' | 'paidOn'> & { readonly invoiced: number }

/** Those of a job of the outer statement that were issued and are not void, on a day. */
const invoicedOn = (today: string) => sql<Invoiced>`(
  select json_build_object(
    'invoices', count(*) filter (where o.kind = 'invoice'),
    'isOverdue', coalesce(bool_or(o.kind = 'invoice' and o.total > o.paid and o.due_on < ${today}), false),
    'owed', coalesce(${sumOfCents(sql`o.total - o.paid`)} filter (where o.kind = 'invoice'), 0),
    'paid', coalesce(${sumOfCents(sql`o.paid`)} filter (where o.kind = 'invoice'), 0),
    'invoiced', coalesce(${sumOfCents(sql`o.total`)} filter (where o.kind = 'invoice'), 0))
  from (select i.kind, i.total, i.due_on, coalesce((
      select ${sumOfCents(sql`a.amount`)} from ${paymentAllocations} a where a.invoice_id = i.id), 0) as paid
    from ${invoices} i where i.job_id = ${outer(jobs.id)} and i.status = 'issued') o)`

type Row = JobRow & { readonly money: Invoiced }

function toCompleted({ money, ...row }: Row, person: Person): CompletedJob {
  const { invoiced, ...balance } = money
  const { approvedAmount, paidOn } = row
  const payment = jobPaymentOf({ ...balance, left: (approvedAmount ?? 0) - invoiced, paidOn })
  return { ...toJob(row, person), payment }
}

/** Whether a job has invoices that were issued and are not void, which say what was paid. */
export async function isInvoiced(db: Db, jobId: string): Promise<boolean> {
  const { kind, status } = invoices
  const issued = and(eq(invoices.jobId, jobId), eq(kind, 'invoice'), eq(status, 'issued'))
  return (await db.$count(invoices, issued)) > 0
}

// A literal, not a parameter: a generic plan could not use the partial index otherwise.
const completed = sql`${jobs.status} = 'completed'`

interface Listing {
  readonly where: SQL | undefined
  /** The condition for the rows after the cursor; undefined without one. */
  readonly rest: SQL | undefined
  readonly by: readonly SQL[]
  readonly cursorOf: (row: JobRow) => string
}

/** A list of completed jobs with their payment: all of them, or a page where there is a limit. */
async function list(
  db: Db,
  person: Person,
  { where, rest, by, cursorOf }: Listing,
  { limit, now }: Page & { readonly now: Date },
): Promise<List<CompletedJob>> {
  const today = dayIn(await companyTimeZone(db), now)
  const query = db
    .select({ ...shape, money: invoicedOn(today), total: totalOf(jobs, where, limit) })
    .from(jobs)
    .where(and(where, rest))
    .orderBy(...by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toCompleted(row, person), cursorOf)
}

const newest = newestFirst(jobs.createdAt, jobs.id)

/** The completed jobs, the newest first. */
export function listReceivables(db: Db, person: Person, page: Page, now: Date) {
  const rest = page.after === undefined ? undefined : newest.after(page.after)
  const { by, cursorOf } = newest
  return list(db, person, { where: completed, rest, by, cursorOf }, { ...page, now })
}

/**
 * A condition for the jobs after a job in the order of end dates. Fails with 400 for an invalid id.
 */
function afterEnd(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  const place = (from: SQL) => sql`${from}.end_date, ${from}.created_at, ${from}.id`
  return sql`(${place(sql`jobs`)}) < (select ${place(sql`c`)} from ${jobs} c where c.id = ${cursor})`
}

/** The completed jobs that end in a year, the latest end date first. */
export function listCompleted(db: Db, person: Person, year: number, page: Page, now: Date) {
  const where = and(completed, between(jobs.endDate, `${year}-01-01`, `${year}-12-31`))
  const rest = page.after === undefined ? undefined : afterEnd(page.after)
  const by = [desc(jobs.endDate), desc(jobs.createdAt), desc(jobs.id)]
  const cursorOf = ({ id }: JobRow) => id
  return list(db, person, { where, rest, by, cursorOf }, { ...page, now })
}
