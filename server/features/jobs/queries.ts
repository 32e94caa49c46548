import { SUB_JOBS_COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import type { Job, JobChange, JobContents, JobDeletion, NewJob } from '@plumbline/contract/jobs.ts'
import type { Person, Role } from '@plumbline/contract/policy.ts'
import { jobReaders, readAs, reads } from '@plumbline/contract/readers.ts'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPgColumn, type AnyPgTable, unionAll } from 'drizzle-orm/pg-core'
import { companyDay, companyZone } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { builtOnce } from '../../platform/db/builtOnce.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { messages } from '../../schema/messages.ts'
import { photos } from '../../schema/photos.ts'
import { proposals } from '../../schema/proposals.ts'
import { rentalExpenses } from '../../schema/rentals.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { jobRatings } from '../../schema/subcontractors.ts'
import { tasks } from '../../schema/tasks.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'

/** The jobs the person may see, as a condition on `jobs`; undefined (no condition) for admins. */
export function visibleTo(person: {
  readonly role: Role
  readonly id: string | Placeholder
}): SQL | undefined {
  if (person.role === 'admin') return undefined
  if (person.role === 'client') return eq(jobs.clientId, person.id)
  return sql`exists (select 1 from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)} and js.subcontractor_id = ${person.id})`
}

/** Whether a job is unfinished and past its last day, in the company's time zone. */
export const isLate = (now: Date) =>
  and(ne(jobs.status, 'completed'), lt(jobs.endDate, companyDay(now)))

/** Whether a job is for a customer. False for people who may not read that. */
export const isOfCustomer = ({ role }: Person, customerId: string): SQL =>
  reads(role, jobReaders.customerId) ? eq(jobs.customerId, customerId) : sql`false`

/** The name of the job that a column of an outer statement refers to. */
export const jobNameOf = (jobId: AnyPgColumn) =>
  sql<string>`(select j.name from ${jobs} j where j.id = ${outer(jobId)})`

export const shape = {
  ...getTableColumns(jobs),
  clientName: nameOf(jobs.clientId),
  projectManagerName: nameOf(jobs.projectManagerId),
  bidId: sql<string | null>`(select b.id from ${pendingBids} b where b.job_id = ${outer(jobs.id)})`,
}

export type JobRow = typeof jobs.$inferSelect & {
  clientName: string | null
  projectManagerName: string | null
  bidId: string | null
}
/** A job with the facts that permissions depend on. */
export type FoundJob = JobRow & { subcontractorIds: string[] }

/** The job as the person reads it: a sub, say, never gets amounts or the customer's email. */
export function toJob(row: JobRow, { role }: Person): Job {
  const { createdAt, updatedAt } = row
  const job = { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return readAs<Job>(role, job, jobReaders)
}

const newestFirst = [desc(jobs.createdAt), desc(jobs.id)]

/** The `count` newest jobs the person may see, newest first. */
export async function newestJobs(db: Db, person: Person, count: number): Promise<Job[]> {
  const rows = await db
    .select(shape)
    .from(jobs)
    .where(visibleTo(person))
    .orderBy(...newestFirst)
    .limit(count)
  return rows.map((row) => toJob(row, person))
}

/** The number of jobs the person may see. */
export const countJobs = (db: Db, person: Person) => db.$count(jobs, visibleTo(person))

/** The ids of the subs on a job. Together with `clientId` they decide who sees it. */
export const subcontractorIds = sql<string[]>`array(
  select js.subcontractor_id from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)})`

/** Builds a value for each role, for statements that depend on which jobs a role sees. */
export const forEachRole = <T>(build: (role: Role) => T): Readonly<Record<Role, T>> => ({
  admin: build('admin'),
  client: build('client'),
  subcontractor: build('subcontractor'),
})

type JobKey = (name: 'id' | 'personId') => Placeholder

const selectJob = (db: Db, role: Role, value: JobKey) =>
  db
    .select({ ...shape, subcontractorIds })
    .from(jobs)
    .where(and(eq(jobs.id, value('id')), visibleTo({ role, id: value('personId') })))

const readJobAs = (role: Role) => ({
  unlocked: builtOnce((db, value: JobKey) => selectJob(db, role, value)),
  locked: builtOnce((db, value: JobKey) => selectJob(db, role, value).for('update', { of: jobs })),
})
const readJob = forEachRole(readJobAs)

/** The job if the person may see it. With `lock`, its row is locked until the transaction ends. */
export async function findJob(
  db: Db,
  person: Person,
  id: string,
  { lock = false } = {},
): Promise<FoundJob | undefined> {
  const read = readJob[person.role][lock ? 'locked' : 'unlocked']
  const [row] = await read(db, { id, personId: person.id })
  return row
}

const lockJobBy = (strength: 'key share' | 'no key update') =>
  builtOnce((db, value: (name: 'id') => Placeholder) =>
    db
      .select({ id: jobs.id, name: jobs.name, timeZone: companyZone })
      .from(jobs)
      .where(eq(jobs.id, value('id')))
      .for(strength, { of: jobs }),
  )
const lockBy = {
  'key share': lockJobBy('key share'),
  'no key update': lockJobBy('no key update'),
}

/**
 * Locks a job while something that belongs to it is written. Returns undefined when it does not
 * exist. `key share` lets others write at the same time, `no key update` does not. Under either
 * lock, no sub can be taken off the job and it cannot be deleted.
 */
export async function lockJob(db: Db, id: string, strength: keyof typeof lockBy) {
  const [row] = await lockBy[strength](db, { id })
  return row
}

/** Locks several jobs in the order of their ids. Returns the ids of the ones that exist. */
export async function lockJobs(
  db: Db,
  ids: readonly string[],
  strength: 'key share' | 'no key update' | 'update' = 'update',
): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(jobs.id))
    .for(strength)
  return rows.map(({ id }) => id)
}

/** Locks the job against deletion if the person may see it. Returns false otherwise. */
export async function lockVisibleJob(db: Db, person: Person, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, id), visibleTo(person)))
    .for('key share')
  return row !== undefined
}

/** Adds a job. Its client and manager must have been checked (see `service.ts`). */
export async function insertJob(db: Db, job: NewJob): Promise<JobRow> {
  const [row] = await db.insert(jobs).values(job).returning(shape)
  return row as JobRow
}

/** Changes the given fields. A new client or manager must have been checked (see `service.ts`). */
export async function updateJob(db: Db, id: string, change: JobChange): Promise<JobRow> {
  const [row] = await db.update(jobs).set(change).where(eq(jobs.id, id)).returning(shape)
  return row as JobRow
}

/**
 * Gives a job the days that it lacks, unless it would end before it starts.
 * @returns its days, undefined when it had both
 */
export async function fillDays(
  db: Db,
  id: string,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): Promise<Pick<JobRow, 'startDate' | 'endDate'> | undefined> {
  const [row] = await db
    .update(jobs)
    .set({
      startDate: sql`coalesce(${jobs.startDate}, ${startDate})`,
      endDate: sql`coalesce(${jobs.endDate}, ${endDate})`,
    })
    .where(
      and(
        eq(jobs.id, id),
        or(isNull(jobs.startDate), isNull(jobs.endDate)),
        or(isNull(jobs.startDate), lte(jobs.startDate, endDate)),
        or(isNull(jobs.endDate), gte(jobs.endDate, startDate)),
      ),
    )
    .returning({ startDate: jobs.startDate, endDate: jobs.endDate })
  return row
}

/** The jobs of these that are marked as paid, with the day. They must be locked. */
export const markedPaid = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: jobs.id, name: jobs.name, paidOn: jobs.paidOn })
    .from(jobs)
    .where(and(inArray(jobs.id, [...ids]), isNotNull(jobs.paidOn)))

/**
 * Marks jobs as paid on a day, or takes the marks back. They must be locked. Their version stays:
 * nobody who reads a job reads its mark, which lists of the office have.
 */
export async function setPaid(db: Db, ids: readonly string[], paidOn: string | null) {
  await db
    .update(jobs)
    .set({ paidOn, updatedAt: sql`${jobs.updatedAt}` })
    .where(inArray(jobs.id, [...ids]))
}

/** Changes the given fields of several jobs. */
export async function updateJobs(db: Db, ids: readonly string[], change: JobChange) {
  await db
    .update(jobs)
    .set(change)
    .where(inArray(jobs.id, [...ids]))
}

/** The project manager and progress of each of the jobs that exist. */
export const managersOf = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: jobs.id, projectManagerId: jobs.projectManagerId, progress: jobs.progress })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))

/** The number of the jobs that start after a calendar day. */
export const countStartingAfter = (db: Db, ids: readonly string[], day: string) =>
  db.$count(jobs, and(inArray(jobs.id, [...ids]), gt(jobs.startDate, day)))

/** Sets the clients of jobs, by the ids of the jobs. */
export async function setClients(db: Db, clients: ReadonlyMap<string, string>) {
  const [ids, clientIds] = [[...clients.keys()], [...clients.values()]].map(
    (list) => sql`${sql.param(list)}::uuid[]`,
  )
  await db
    .update(jobs)
    .set({ clientId: sql`c.client_id` })
    .from(sql`unnest(${ids}, ${clientIds}) as c(job_id, client_id)`)
    .where(sql`${jobs.id} = c.job_id`)
}

/** The storage keys of a job's photos, which are the prefixes of the keys of their files. */
export async function pictureKeys(db: Db, id: string): Promise<string[]> {
  const rows = await db.select({ key: photos.storageKey }).from(photos).where(eq(photos.jobId, id))
  return rows.map(({ key }) => key)
}

/** Deletes the job. The database deletes its tasks, entries, messages and photos with it. */
export async function deleteJob(db: Db, id: string) {
  await db.delete(jobs).where(eq(jobs.id, id))
}

/**
 * The ids of the jobs a sub is or was on, as a subquery. Past jobs are found by the sub's finished
 * tasks and entries, crew days and ratings there. `id` is the sub's id, or a column of an outer
 * statement.
 */
export const jobsOf = (id: SQL) => sql`(
  select m.job_id from ${jobSubcontractors} m where m.subcontractor_id = ${id}
  union select t.job_id from ${tasks} t where t.assignee_id = ${id}
  union select e.job_id from ${scheduleEntries} e where e.assigned_subcontractor_id = ${id}
  union select e.job_id from ${crewSchedule} c join ${scheduleEntries} e on e.id = c.schedule_entry_id
    where c.subcontractor_id = ${id}
  union select r.job_id from ${jobRatings} r where r.subcontractor_id = ${id})`

/**
 * The number of jobs a sub is or was on, up to {@link SUB_JOBS_COUNT_LIMIT}. For a sub who is on
 * that many now, one index is enough. Past jobs are found in five tables ({@link jobsOf}).
 */
export const jobCountOf = (id: SQL) => sql<number>`(
  select case when m.count = ${SUB_JOBS_COUNT_LIMIT} then m.count
    else (select count(*)::int from (select from ${jobsOf(id)} j limit ${SUB_JOBS_COUNT_LIMIT}) s) end
  from (select count(*)::int from (
    select from ${jobSubcontractors} js where js.subcontractor_id = ${id} limit ${SUB_JOBS_COUNT_LIMIT}) o) m)`

/** The tables of the things that are deleted with a job. */
export const contentTables = {
  tasks,
  entries: scheduleEntries,
  messages,
  photos,
  weeklyUpdates,
  changeOrders,
  invoices,
} satisfies Record<keyof JobContents, AnyPgTable>

/** The number of rows of each kind that are deleted with a job, and what remains without it. */
export async function countContents(db: Db, id: string): Promise<JobDeletion | undefined> {
  const counts = Object.entries(contentTables).map(([kind, table]) => [
    kind,
    sql`(select count(*)::int from ${table} t where t.job_id = ${outer(jobs.id)})`,
  ])
  const [row] = await db
    .select({
      ...(Object.fromEntries(counts) as Record<keyof JobContents, SQL<number>>),
      bidName: sql<
        string | null
      >`(select b.name from ${pendingBids} b where b.job_id = ${outer(jobs.id)})`,
      rentalExpenses: sql<number>`(select count(*)::int from ${rentalExpenses} e where e.job_id = ${outer(jobs.id)})`,
    })
    .from(jobs)
    .where(eq(jobs.id, id))
  return row
}

/** Whether a job has invoices that were issued, which stay in the books. */
export async function isInvoiced(db: Db, jobId: string): Promise<boolean> {
  const issued = and(eq(invoices.jobId, jobId), ne(invoices.status, 'draft'))
  return (await db.$count(invoices, issued)) > 0
}

/** Whether a customer has signed the bid of a job, or approved a change order. */
export async function isAgreed(db: Db, jobId: string): Promise<boolean> {
  const bid = db
    .select({ id: proposals.id })
    .from(pendingBids)
    .innerJoin(
      proposals,
      and(eq(proposals.bidId, pendingBids.id), eq(proposals.status, 'approved')),
    )
    .where(eq(pendingBids.jobId, jobId))
  const change = db
    .select({ id: changeOrders.id })
    .from(changeOrders)
    .where(and(eq(changeOrders.jobId, jobId), eq(changeOrders.status, 'approved')))
  return (await unionAll(bid, change).limit(1)).length > 0
}
