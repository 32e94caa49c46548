import type { Job, JobFilter, JobSort, JobStatus, JobTotals } from '@plumbline/contract/jobs.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { jobReaders, reads } from '@plumbline/contract/readers.ts'
import { and, eq, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import { fullName } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newestFirst, type Order, orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains, phoneContains } from '../../platform/db/search.ts'
import { counts } from '../../schema/counts.ts'
import { jobOrder, jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { centsOf, countOf } from '../counts/queries.ts'
import { isLate, isOfCustomer, type JobRow, shape, toJob, visibleTo } from './queries.ts'
import { refersTo } from './search.ts'

/**
 * Whether a job is for a client whose name contains the word. For admins, who may read phone
 * numbers, also whose phone number contains it.
 */
const forClient = (db: Db, { role }: Person, word: string, alike: JobFilter['alike']) =>
  refersTo(jobs.clientId, () => {
    const byPhone = [phoneContains(users.phone, word), phoneContains(users.secondPhone, word)]
    const fits = or(contains(fullName, word, { alike }), ...(role === 'admin' ? byPhone : []))
    return db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'client'), fits))
  })

async function matching(
  db: Db,
  person: Person,
  { search, status, active, late, managerId, clientId, subcontractorId, alike, ...rest }: JobFilter,
  now: Date,
): Promise<SQL | undefined> {
  return and(
    visibleTo(person),
    status ? eq(jobs.status, status) : undefined,
    active ? ne(jobs.status, 'completed') : undefined,
    late ? isLate(now) : undefined,
    managerId === 'none' ? isNull(jobs.projectManagerId) : undefined,
    managerId && managerId !== 'none' ? eq(jobs.projectManagerId, managerId) : undefined,
    clientId ? eq(jobs.clientId, clientId) : undefined,
    subcontractorId ? visibleTo({ role: 'subcontractor', id: subcontractorId }) : undefined,
    rest.customerId ? isOfCustomer(person, rest.customerId) : undefined,
    rest.endsFrom ? gte(jobs.endDate, rest.endsFrom) : undefined,
    rest.endsTo ? lte(jobs.endDate, rest.endsTo) : undefined,
    search
      ? or(
          contains(jobs.name, search, { alike }),
          contains(jobs.address, search, { alike }),
          contains(jobs.customerName, search, { alike }),
          phoneContains(jobs.customerPhone, search),
          await forClient(db, person, search, alike),
        )
      : undefined,
  )
}

/**
 * The condition for counting the jobs of one sub without reading the jobs. Undefined when there is
 * another filter.
 */
function countedFor(
  { role, id }: Person,
  { subcontractorId, limit, after, sort, total, openFirst, ...others }: JobFilter,
): SQL | undefined {
  if (role === 'client' || Object.values(others).some(Boolean)) return undefined
  const sub = role === 'admin' ? subcontractorId : id
  if (!sub || (subcontractorId && subcontractorId !== sub)) return undefined
  return eq(jobSubcontractors.subcontractorId, sub)
}

const places: Places<JobSort> = {
  name: (row) => [jobOrder.name(sql`${row}.name`)],
  status: (row) => [jobOrder.status(sql`${row}.status`)],
  progress: (row) => [sql`${row}.progress`],
  start: (row) => [jobOrder.day(sql`${row}.start_date`)],
  end: (row) => [jobOrder.day(sql`${row}.end_date`)],
  amount: (row) => [jobOrder.amount(sql`${row}.approved_amount`)],
  created: (row) => [sql`${row}.created_at`],
}

const newest = newestFirst(jobs.createdAt, jobs.id)

/** Completed jobs last, otherwise the newest first. */
const openFirst = orderBy(
  jobs,
  { open: (row) => [jobOrder.isOpen(sql`${row}.status`), sql`${row}.created_at`] },
  '-open',
)

function orderOf({ role }: Person, { sort, openFirst: isOpenFirst }: JobFilter): Order<JobRow> {
  if (!sort && isOpenFirst === 'true') return openFirst
  const isUnread = sort?.endsWith('amount') && !reads(role, jobReaders.approvedAmount)
  return !sort || sort === '-created' || isUnread ? newest : orderBy(jobs, places, sort)
}

/**
 * The visible jobs that match, newest first or as the filter asks: all of them, or a page when it
 * has a limit.
 */
export async function listJobs(
  db: Db,
  person: Person,
  filter: JobFilter,
  now: Date,
): Promise<List<Job>> {
  const where = await matching(db, person, filter, now)
  const { limit, after } = filter
  const order = orderOf(person, filter)
  const ofSub = countedFor(person, filter)
  const total = ofSub ? totalOf(jobSubcontractors, ofSub, limit) : totalOf(jobs, where, limit)
  const query = db
    .select({ ...shape, total: filter.total ? notCounted : total })
    .from(jobs)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toJob(row, person), order.cursorOf)
}

const NO_JOBS: JobTotals = {
  count: 0,
  statuses: { not_started: 0, in_progress: 0, completed: 0, on_hold: 0 },
  approvedAmount: 0,
  activeApprovedAmount: 0,
}

const ofStatus = (status: JobStatus) =>
  sql<number>`(count(*) filter (where ${jobs.status} = ${status}))::int`

const sumOf = (where: SQL = sql`true`) =>
  sql<number>`coalesce(sum(${jobs.approvedAmount}) filter (where ${where}), 0)`.mapWith(Number)

/** The totals of the matching jobs. Amounts are zero for roles that may not read them. */
export async function totalJobs(
  db: Db,
  person: Person,
  filter: JobFilter,
  now: Date,
): Promise<JobTotals> {
  const { status, active, late, ...others } = filter
  if ((await matching(db, person, others, now)) === undefined)
    return totalAll(db, now, { status, active, late })
  const showAmounts = reads(person.role, jobReaders.approvedAmount)
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      not_started: ofStatus('not_started'),
      in_progress: ofStatus('in_progress'),
      completed: ofStatus('completed'),
      on_hold: ofStatus('on_hold'),
      ...(showAmounts && {
        approvedAmount: sumOf(),
        activeApprovedAmount: sumOf(ne(jobs.status, 'completed')),
      }),
    })
    .from(jobs)
    .where(await matching(db, person, filter, now))
  return row ? totalsOf(row) : NO_JOBS
}

function totalsOf({
  count,
  approvedAmount = 0,
  activeApprovedAmount = 0,
  ...statuses
}: {
  count: number
  approvedAmount?: number
  activeApprovedAmount?: number
} & JobTotals['statuses']) {
  return { count, statuses, approvedAmount, activeApprovedAmount }
}

/**
 * The same totals for all jobs, the jobs with a status, or the active or late ones, from the counts
 * by status and day.
 */
async function totalAll(
  db: Db,
  now: Date,
  { status, active, late }: Pick<JobFilter, 'status' | 'active' | 'late'>,
): Promise<JobTotals> {
  const isActive = ne(counts.status, 'completed')
  const counted = (one: JobStatus) => countOf(eq(counts.status, one))
  const [row] = await db
    .select({
      count: countOf(),
      not_started: counted('not_started'),
      in_progress: counted('in_progress'),
      completed: counted('completed'),
      on_hold: counted('on_hold'),
      approvedAmount: centsOf(),
      activeApprovedAmount: centsOf(isActive),
    })
    .from(counts)
    .where(
      and(
        eq(counts.kind, 'job'),
        status ? eq(counts.status, status) : undefined,
        active || late ? isActive : undefined,
        late ? lt(counts.day, companyDay(now)) : undefined,
      ),
    )
  return row ? totalsOf(row) : NO_JOBS
}
