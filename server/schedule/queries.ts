import { isDay } from '@plumbline/contract/dates.ts'
import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import type {
  EntryFilter,
  ScheduleChange,
  ScheduleEntry,
  ScheduleTemplate,
} from '@plumbline/contract/schedule.ts'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { type ListPage, likePattern, listOrPage, readCursor, totalOf } from '../db/paging.ts'
import { holdJob, subcontractorIds, visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { scheduleChanges, scheduleEntries, scheduleTemplates } from './table.ts'

export type EntryRow = typeof scheduleEntries.$inferSelect & {
  assignedSubcontractorName: string | null
}
/** An entry with the others of its job, itself among them; its job is held. */
export type FoundEntry = EntryRow & { jobName: string; siblings: ReadonlyMap<string, EntryRow> }

const stamped = <R extends { createdAt: Date; updatedAt: Date }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** An entry as it is answered. */
export const toEntry = (row: EntryRow & { jobName: string }): ScheduleEntry => stamped(row)

function matching(
  person: Person,
  { search, status, jobId, from, to }: EntryFilter,
): SQL | undefined {
  const pattern = search ? likePattern(search) : undefined
  return and(
    visibleTo(person),
    status ? eq(scheduleEntries.status, status) : undefined,
    jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
    from ? gte(scheduleEntries.endDate, from) : undefined,
    to ? lte(scheduleEntries.startDate, to) : undefined,
    pattern
      ? or(
          ilike(scheduleEntries.title, pattern),
          ilike(scheduleEntries.description, pattern),
          ilike(jobs.name, pattern),
        )
      : undefined,
  )
}

const byStart = [asc(scheduleEntries.startDate), asc(scheduleEntries.id)]

function after(cursor: string): SQL {
  const { value, id } = readCursor(cursor, isDay)
  return sql`(${scheduleEntries.startDate}, ${scheduleEntries.id}) > (${value}::date, ${id}::uuid)`
}

/** The matching entries of the jobs that the person may see, by start: all, or a page when the filter has a limit. */
export async function listEntries(
  db: Db,
  person: Person,
  filter: EntryFilter,
): Promise<ScheduleEntry[] | ListPage<ScheduleEntry>> {
  const where = matching(person, filter)
  const { limit, after: cursor } = filter
  const counted = sql`${scheduleEntries} join ${jobs} on ${jobs.id} = ${scheduleEntries.jobId}`
  const query = db
    .select({
      ...getTableColumns(scheduleEntries),
      jobName: jobs.name,
      assignedSubcontractorName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      total: totalOf(counted, where, limit),
    })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .leftJoin(users, eq(users.id, scheduleEntries.assignedSubcontractorId))
    .where(and(where, cursor === undefined ? undefined : after(cursor)))
    .orderBy(...byStart)
  return listOrPage(query, limit, toEntry, (row) => `${row.startDate}_${row.id}`)
}

const shape = {
  ...getTableColumns(scheduleEntries),
  assignedSubcontractorName: nameOf(scheduleEntries.assignedSubcontractorId),
}

/** The schedule of a job that the person may see, with the facts of the job. */
export async function findScheduleOfJob(
  db: Db,
  person: Person,
  jobId: string,
): Promise<(JobFacts & { entries: ScheduleEntry[] }) | undefined> {
  const rows = await db
    .select({ clientId: jobs.clientId, subcontractorIds, jobName: jobs.name, entry: shape })
    .from(jobs)
    .leftJoin(scheduleEntries, eq(scheduleEntries.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), visibleTo(person)))
    .orderBy(...byStart)
  return (
    rows[0] && {
      ...rows[0],
      entries: rows.flatMap(({ entry, jobName }) =>
        entry ? [toEntry({ ...entry, jobName })] : [],
      ),
    }
  )
}

/** The entries of a job by id. The job must be held for them to stay as they are. */
export async function siblingsOf(db: Db, jobId: string): Promise<ReadonlyMap<string, EntryRow>> {
  const rows = await db.select(shape).from(scheduleEntries).where(eq(scheduleEntries.jobId, jobId))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The entry, for an admin. Its job is held first and the entries read after that, so that whoever changes the schedule of
 * a job sees what the one before wrote: dependencies can only be checked against all of them.
 */
export async function lockEntry(db: Db, id: string): Promise<FoundEntry | undefined> {
  const jobId = sql`(select e.job_id from ${scheduleEntries} e where e.id = ${id})`
  const job = await holdJob(db, jobId, 'no key update')
  if (!job) return undefined
  const siblings = await siblingsOf(db, job.id)
  const entry = siblings.get(id.toLowerCase())
  return entry && { ...entry, jobName: job.name, siblings }
}

/** The history of an entry, there or deleted, of a job that the person may see, newest first, with the facts of the job. */
export async function findChanges(
  db: Db,
  person: Person,
  entryId: string,
): Promise<(JobFacts & { changes: ScheduleChange[] }) | undefined> {
  const jobId = sql`coalesce(
    (select e.job_id from ${scheduleEntries} e where e.id = ${entryId}),
    (select c.job_id from ${scheduleChanges} c where c.schedule_entry_id = ${entryId} limit 1))`
  const rows = await db
    .select({
      clientId: jobs.clientId,
      subcontractorIds,
      change: {
        ...getTableColumns(scheduleChanges),
        changedByName: nameOf(scheduleChanges.changedById),
      },
    })
    .from(jobs)
    .leftJoin(scheduleChanges, eq(scheduleChanges.scheduleEntryId, entryId))
    .where(and(eq(jobs.id, jobId), visibleTo(person)))
    .orderBy(desc(scheduleChanges.createdAt), desc(scheduleChanges.id))
  const changes = rows.flatMap(({ change }) =>
    change
      ? [
          {
            ...change,
            changedByName: change.changedByName ?? '',
            createdAt: change.createdAt.toISOString(),
          },
        ]
      : [],
  )
  return rows[0] && { ...rows[0], changes }
}

/** The schedule templates, by name. */
export async function listTemplates(db: Db): Promise<ScheduleTemplate[]> {
  const rows = await db
    .select()
    .from(scheduleTemplates)
    .orderBy(asc(scheduleTemplates.name), asc(scheduleTemplates.id))
  return rows.map(stamped)
}
