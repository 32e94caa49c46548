import type {
  Job,
  JobChange,
  JobContents,
  JobFilter,
  JobSubcontractor,
  NewJob,
} from '@plumbline/contract/jobs.ts'
import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  ilike,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgTable } from 'drizzle-orm/pg-core'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import {
  afterCursor,
  cursorOf,
  type ListPage,
  likePattern,
  listOrPage,
  totalOf,
} from '../db/paging.ts'
import { messages } from '../messages/table.ts'
import { nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { photos } from '../photos/table.ts'
import { scheduleEntries } from '../schedule/table.ts'
import { companyZone } from '../settings/queries.ts'
import { tasks } from '../tasks/table.ts'
import { jobSubcontractors, jobs } from './table.ts'

/** The jobs the person may see, as a condition on `jobs`; undefined (no condition) for admins. */
export function visibleTo(person: Person): SQL | undefined {
  if (person.role === 'admin') return undefined
  if (person.role === 'client') return eq(jobs.clientId, person.id)
  return sql`exists (select 1 from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)} and js.subcontractor_id = ${person.id})`
}

const shape = {
  ...getTableColumns(jobs),
  clientName: nameOf(jobs.clientId),
  projectManagerName: nameOf(jobs.projectManagerId),
}

type JobRow = typeof jobs.$inferSelect & {
  clientName: string | null
  projectManagerName: string | null
}
/** A job with the facts that its rights depend on. */
export type FoundJob = JobRow & { subcontractorIds: string[] }

/** The job as the person may see it: a sub never gets amounts or the customer's e-mail. */
export function toJob(row: JobRow, person: Person): Job {
  const seen = {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
  return person.role === 'subcontractor'
    ? { ...seen, approvedAmount: null, customerEmail: null }
    : seen
}

function matching(person: Person, { search, status }: JobFilter): SQL | undefined {
  const pattern = search ? likePattern(search) : undefined
  return and(
    visibleTo(person),
    status ? eq(jobs.status, status) : undefined,
    pattern ? or(ilike(jobs.name, pattern), ilike(jobs.address, pattern)) : undefined,
  )
}

const newestFirst = [desc(jobs.createdAt), desc(jobs.id)]

/** The visible jobs that match, newest first: all of them, or a page when the filter has a limit. */
export async function listJobs(
  db: Db,
  person: Person,
  filter: JobFilter,
): Promise<Job[] | ListPage<Job>> {
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

/** The completed jobs that end between two calendar days, both included, newest end first. */
export async function listCompleted(
  db: Db,
  person: Person,
  from: string,
  to: string,
): Promise<Job[]> {
  const rows = await db
    .select(shape)
    .from(jobs)
    .where(and(visibleTo(person), eq(jobs.status, 'completed'), between(jobs.endDate, from, to)))
    .orderBy(desc(jobs.endDate), ...newestFirst)
  return rows.map((row) => toJob(row, person))
}

/** Count of the matching jobs, and cents over those not completed (0 for those who see no amounts). */
export async function totalJobs(db: Db, person: Person, filter: JobFilter) {
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
  return { count, activeApprovedAmount: person.role === 'subcontractor' ? 0 : activeApprovedAmount }
}

/** The subs on a job: with `clientId` the facts that decide who sees it. */
export const subcontractorIds = sql<string[]>`array(
  select js.subcontractor_id from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)})`

/** The job if the person may see it. With `lock` it stays as it is until the transaction ends. */
export async function findJob(
  db: Db,
  person: Person,
  id: string,
  { lock = false } = {},
): Promise<FoundJob | undefined> {
  const query = db
    .select({ ...shape, subcontractorIds })
    .from(jobs)
    .where(and(eq(jobs.id, id), visibleTo(person)))
  const [row] = await (lock ? query.for('update', { of: jobs }) : query)
  return row
}

/**
 * Holds a job while something of it is written; undefined when it is not there. `key share` lets others write beside,
 * `no key update` one at a time; both keep people from being taken off it and the job from being deleted.
 */
export async function holdJob(db: Db, id: string | SQL, strength: 'key share' | 'no key update') {
  const [row] = await db
    .select({ id: jobs.id, name: jobs.name, timeZone: companyZone })
    .from(jobs)
    .where(eq(jobs.id, id))
    .for(strength, { of: jobs })
  return row
}

// Read back with the write, so that a wrong link costs no statement of its own and rolls everything back.
const written = {
  ...shape,
  clientFits: sql<boolean>`coalesce(
    (select u.role = 'client' and u.deleted_at is null from ${users} u where u.id = ${outer(jobs.clientId)}), true)`,
  managerFits: sql<boolean>`coalesce(
    (select u.role = 'admin' and u.deleted_at is null and not u.is_invited from ${users} u
      where u.id = ${outer(jobs.projectManagerId)}), true)`,
}

/** A job just written, and whether its client and its manager are people of that kind. */
export type WrittenJob = JobRow & { clientFits: boolean; managerFits: boolean }

/** Adds a job. The caller checks that the links fit. */
export async function insertJob(db: Db, job: NewJob): Promise<WrittenJob> {
  const [row] = await db.insert(jobs).values(job).returning(written)
  return row as WrittenJob
}

/** Changes the fields given. The caller checks that the links fit. */
export async function updateJob(db: Db, id: string, change: JobChange): Promise<WrittenJob> {
  const [row] = await db.update(jobs).set(change).where(eq(jobs.id, id)).returning(written)
  return row as WrittenJob
}

/**
 * Deletes the job; the database takes its tasks, entries, messages and photos along.
 * @returns the keys of the photos' pictures, whose files are the caller's to delete once that is committed
 */
export async function deleteJob(db: Db, id: string): Promise<string[]> {
  const pictures = sql<
    string[]
  >`array(select p.storage_key from ${photos} p where p.job_id = ${outer(jobs.id)})`
  const [gone] = await db.delete(jobs).where(eq(jobs.id, id)).returning({ pictures })
  return gone?.pictures ?? []
}

/** How much goes with a job when it is deleted. */
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

/** The subs on a job that the person may see, by last name, with the facts of the job. */
export async function findSubcontractors(
  db: Db,
  person: Person,
  jobId: string,
): Promise<(JobFacts & { subs: JobSubcontractor[] }) | undefined> {
  const { firstName, lastName, email, specialty } = users
  const rows = await db
    .select({
      clientId: jobs.clientId,
      subcontractorIds,
      sub: { id: users.id, firstName, lastName, email, specialty },
    })
    .from(jobs)
    .leftJoin(jobSubcontractors, eq(jobSubcontractors.jobId, jobs.id))
    .leftJoin(users, eq(users.id, jobSubcontractors.subcontractorId))
    .where(and(eq(jobs.id, jobId), visibleTo(person)))
    .orderBy(asc(lastName), asc(firstName), asc(users.id))
  return rows[0] && { ...rows[0], subs: rows.flatMap(({ sub }) => sub ?? []) }
}
