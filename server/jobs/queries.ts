import { invalid } from '@plumbline/contract/failures.ts'
import type { Job, JobChange, JobContents, JobFilter, NewJob } from '@plumbline/contract/jobs.ts'
import type { Person, Role } from '@plumbline/contract/policy.ts'
import { jobReaders, readAs, reads } from '@plumbline/contract/readers.ts'
import { isId } from '@plumbline/contract/text.ts'
import {
  type AnyColumn,
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  inArray,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgTable } from 'drizzle-orm/pg-core'
import { pendingBids } from '../bids/table.ts'
import { centsOf, countOf } from '../counts/queries.ts'
import { counts } from '../counts/table.ts'
import { crewSchedule } from '../crew/table.ts'
import { builtOnce } from '../db/builtOnce.ts'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../db/paging.ts'
import { contains } from '../db/search.ts'
import { messages } from '../messages/table.ts'
import { nameOf } from '../people/names.ts'
import { photos } from '../photos/table.ts'
import { scheduleEntries } from '../schedule/table.ts'
import { companyZone } from '../settings/queries.ts'
import { jobRatings } from '../subcontractors/table.ts'
import { tasks } from '../tasks/table.ts'
import { jobSubcontractors, jobs } from './table.ts'

/** The jobs the person may see, as a condition on `jobs`; undefined (no condition) for admins. */
export function visibleTo(person: {
  readonly role: Role
  readonly id: string | Placeholder
}): SQL | undefined {
  if (person.role === 'admin') return undefined
  if (person.role === 'client') return eq(jobs.clientId, person.id)
  return sql`exists (select 1 from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)} and js.subcontractor_id = ${person.id})`
}

const shape = {
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
/** A job with the facts that its rights depend on. */
export type FoundJob = JobRow & { subcontractorIds: string[] }

/** The job as the person reads it: a sub, say, never gets amounts or the customer's email. */
export function toJob(row: JobRow, { role }: Person): Job {
  const { createdAt, updatedAt } = row
  const job = { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return readAs<Job>(role, job, jobReaders)
}

function matching(person: Person, { search, status }: JobFilter): SQL | undefined {
  return and(
    visibleTo(person),
    status ? eq(jobs.status, status) : undefined,
    search ? or(contains(jobs.name, search), contains(jobs.address, search)) : undefined,
  )
}

/** So many jobs are looked up one by one. The rows of more are met soon by reading all rows in their order. */
const FEW_JOBS = 1000

/**
 * Whether a column refers to a job whose name contains the word. The ids of a few jobs become part of the condition, so
 * that an index on the column finds their rows.
 */
export async function ofJobNamed(db: Db, jobId: AnyColumn, word: string): Promise<SQL> {
  const named = db.select({ id: jobs.id }).from(jobs).where(contains(jobs.name, word))
  const found = await named.limit(FEW_JOBS + 1)
  if (found.length > FEW_JOBS)
    return sql`${jobId} in (select j.id from ${jobs} j where ${contains(sql`j.name`, word)})`
  return sql`${jobId} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`
}

const newestFirst = [desc(jobs.createdAt), desc(jobs.id)]

/** The visible jobs that match, newest first: all of them, or a page when the filter has a limit. */
export async function listJobs(db: Db, person: Person, filter: JobFilter): Promise<List<Job>> {
  const where = matching(person, filter)
  const { limit, after } = filter
  const query = db
    .select({ ...shape, total: totalOf(jobs, where, limit) })
    .from(jobs)
    .where(
      and(where, after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after)),
    )
    .orderBy(...newestFirst)
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toJob(row, person),
    ({ createdAt, id }) => cursorOf(createdAt, id),
  )
}

/** The visible jobs, newest first: all of them, or so many. */
export async function newestJobs(db: Db, person: Person, count?: number): Promise<Job[]> {
  const query = db
    .select(shape)
    .from(jobs)
    .where(visibleTo(person))
    .orderBy(...newestFirst)
  const rows = await (count === undefined ? query : query.limit(count))
  return rows.map((row) => toJob(row, person))
}

const newestEndFirst = [desc(jobs.endDate), ...newestFirst]

/** What comes after a job in the order of ends; a 400 for text that is no id. */
function afterEnd(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  const place = (from: SQL) => sql`${from}.end_date, ${from}.created_at, ${from}.id`
  return sql`(${place(sql`jobs`)}) < (select ${place(sql`c`)} from ${jobs} c where c.id = ${cursor})`
}

/**
 * The completed jobs that end between two calendar days, both included, newest end date first: all of them, or a page when
 * there is a limit.
 */
export async function listCompleted(
  db: Db,
  person: Person,
  { from, to, limit, after }: { from: string; to: string } & Pick<JobFilter, 'limit' | 'after'>,
): Promise<List<Job>> {
  const where = and(
    visibleTo(person),
    eq(jobs.status, 'completed'),
    between(jobs.endDate, from, to),
  )
  const query = db
    .select({ ...shape, total: totalOf(jobs, where, limit) })
    .from(jobs)
    .where(and(where, after === undefined ? undefined : afterEnd(after)))
    .orderBy(...newestEndFirst)
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toJob(row, person),
    ({ id }) => id,
  )
}

/** Count of the matching jobs, and cents over those not completed (0 for those who see no amounts). */
export async function totalJobs(db: Db, person: Person, filter: JobFilter) {
  const { status, ...others } = filter
  if (matching(person, others) === undefined) return totalAll(db, status)
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      activeApprovedAmount:
        sql<number>`coalesce(sum(${jobs.approvedAmount}) filter (where ${ne(jobs.status, 'completed')}), 0)`.mapWith(
          Number,
        ),
    })
    .from(jobs)
    .where(matching(person, filter))
  const { count = 0, activeApprovedAmount = 0 } = row ?? {}
  return {
    count,
    activeApprovedAmount: reads(person.role, jobReaders.approvedAmount) ? activeApprovedAmount : 0,
  }
}

/** The same of all jobs, or all with a status. */
async function totalAll(db: Db, status: JobFilter['status']) {
  const ofStatus = status ? eq(counts.status, status) : undefined
  const [row] = await db
    .select({
      count: countOf(ofStatus),
      activeApprovedAmount: centsOf(and(ofStatus, ne(counts.status, 'completed'))),
    })
    .from(counts)
    .where(eq(counts.kind, 'job'))
  return row ?? { count: 0, activeApprovedAmount: 0 }
}

/** The subs on a job: with `clientId` the facts that decide who sees it. */
export const subcontractorIds = sql<string[]>`array(
  select js.subcontractor_id from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)})`

const selectJob = (db: Db, role: Role, personId: string | Placeholder, id: string | Placeholder) =>
  db
    .select({ ...shape, subcontractorIds })
    .from(jobs)
    .where(and(eq(jobs.id, id), visibleTo({ role, id: personId })))

const readJobAs = (role: Role) =>
  builtOnce((db, value: (name: 'id' | 'personId') => Placeholder) =>
    selectJob(db, role, value('personId'), value('id')),
  )
const readJob = {
  admin: readJobAs('admin'),
  client: readJobAs('client'),
  subcontractor: readJobAs('subcontractor'),
}

/** The job if the person may see it. With `lock` it stays as it is until the transaction ends. */
export async function findJob(
  db: Db,
  person: Person,
  id: string,
  { lock = false } = {},
): Promise<FoundJob | undefined> {
  const [row] = lock
    ? await selectJob(db, person.role, person.id, id).for('update', { of: jobs })
    : await readJob[person.role](db, { id, personId: person.id })
  return row
}

/**
 * Locks a job while something of it is written; undefined when it does not exist. `key share` lets
 * others write at the same time, `no key update` does not; with both no sub is taken off it and the job is not deleted.
 */
export async function lockJob(db: Db, id: string, strength: 'key share' | 'no key update') {
  const [row] = await db
    .select({ id: jobs.id, name: jobs.name, timeZone: companyZone })
    .from(jobs)
    .where(eq(jobs.id, id))
    .for(strength, { of: jobs })
  return row
}

/** Locks several jobs in the order of their ids; answers the ids of those that exist. */
export async function lockJobs(
  db: Db,
  ids: readonly string[],
  strength: 'no key update' | 'update' = 'update',
): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(jobs.id))
    .for(strength)
  return rows.map(({ id }) => id)
}

/** Locks the job against deletion if the person may see it; false otherwise. */
export async function lockVisibleJob(db: Db, person: Person, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, id), visibleTo(person)))
    .for('key share')
  return row !== undefined
}

/** Adds a job. Its client and manager must fit (see `service.ts`). */
export async function insertJob(db: Db, job: NewJob): Promise<JobRow> {
  const [row] = await db.insert(jobs).values(job).returning(shape)
  return row as JobRow
}

/** Changes the fields given. A new client and manager must fit (see `service.ts`). */
export async function updateJob(db: Db, id: string, change: JobChange): Promise<JobRow> {
  const [row] = await db.update(jobs).set(change).where(eq(jobs.id, id)).returning(shape)
  return row as JobRow
}

/** Makes somebody the client of the jobs. */
export async function setClient(db: Db, ids: readonly string[], clientId: string) {
  await db
    .update(jobs)
    .set({ clientId })
    .where(inArray(jobs.id, [...ids]))
}

/** Where the pictures of a job's photos are stored: what the keys of their files begin with. */
export async function pictureKeys(db: Db, id: string): Promise<string[]> {
  const rows = await db.select({ key: photos.storageKey }).from(photos).where(eq(photos.jobId, id))
  return rows.map(({ key }) => key)
}

/** Deletes the job; the database deletes its tasks, entries, messages and photos with it. */
export async function deleteJob(db: Db, id: string) {
  await db.delete(jobs).where(eq(jobs.id, id))
}

/**
 * The ids of the jobs a sub is or was on, as a subquery. Those they were on are known by their finished tasks and entries,
 * crew days and ratings there. `id` is their id, or a column of an outer statement.
 */
export const jobsOf = (id: SQL) => sql`(
  select m.job_id from ${jobSubcontractors} m where m.subcontractor_id = ${id}
  union select t.job_id from ${tasks} t where t.assignee_id = ${id}
  union select e.job_id from ${scheduleEntries} e where e.assigned_subcontractor_id = ${id}
  union select e.job_id from ${crewSchedule} c join ${scheduleEntries} e on e.id = c.schedule_entry_id
    where c.subcontractor_id = ${id}
  union select r.job_id from ${jobRatings} r where r.subcontractor_id = ${id})`

/** How much is deleted with a job. */
export async function countContents(db: Db, id: string): Promise<JobContents | undefined> {
  const count = (table: AnyPgTable) =>
    sql<number>`(select count(*)::int from ${table} t where t.job_id = ${outer(jobs.id)})`
  const [row] = await db
    .select({
      tasks: count(tasks),
      entries: count(scheduleEntries),
      messages: count(messages),
      photos: count(photos),
    })
    .from(jobs)
    .where(eq(jobs.id, id))
  return row
}
