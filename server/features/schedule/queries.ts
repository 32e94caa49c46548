import { isDay } from '@plumbline/contract/dates.ts'
import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import { entryReaders, readAs } from '@plumbline/contract/readers.ts'
import {
  type EntryFilter,
  PLAN_LIMIT,
  type PlanEntry,
  type PlanFilter,
  type ScheduleEntry,
} from '@plumbline/contract/schedule.ts'
import { and, asc, desc, eq, getTableColumns, gte, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import { isCrew } from '../../access/people/seen.ts'
import { nextVersion, outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import {
  type List,
  ListPage,
  listOrPage,
  notCounted,
  readCursor,
  totalOf,
} from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import {
  entriesWithin,
  isOpen,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
} from '../../schema/schedule.ts'
import { lockJob, subcontractorIds, visibleTo } from '../jobs/queries.ts'
import { jobMatches } from '../jobs/search.ts'
import { isWorkedOnBy, seenSubOf, seenWorkerNames, workerNames } from './workers.ts'

export type EntryRow = typeof scheduleEntries.$inferSelect & {
  assignedSubcontractorName: string | null
  dependsOnIds: string[]
  blocksIds: string[]
  lagDays: Record<string, number>
}
/** An entry with the name of its job. */
export type FoundEntry = EntryRow & { jobName: string }

const withIsoTimestamps = <R extends { createdAt: Date; updatedAt: Date }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** An entry in the form that the API returns to office and crew. */
export const toEntry = (row: FoundEntry): ScheduleEntry => withIsoTimestamps(row)

/**
 * An entry as the person may read it. For clients, fields that are only for office and crew are
 * null.
 */
const seenBy = <E extends object>({ role }: Person, entry: E): E =>
  readAs(role, entry, entryReaders)

/**
 * A condition for the entries that the person may see. It needs entries and their jobs. These are
 * the entries of their jobs, without internal ones for a client.
 */
export const visibleEntries = (person: Person): SQL | undefined =>
  and(visibleTo(person), isCrew(person) ? undefined : eq(scheduleEntries.internal, false))

/** A condition for the matching entries that the person may see, with their jobs. */
export async function matching(
  db: Db,
  person: Person,
  { search, status, jobId, from, to, startsFrom, subcontractorId, total, alike }: EntryFilter,
): Promise<SQL | undefined> {
  return and(
    visibleEntries(person),
    status ? eq(scheduleEntries.status, status) : undefined,
    jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
    entriesWithin({ from, to }),
    startsFrom ? gte(scheduleEntries.startDate, startsFrom) : undefined,
    subcontractorId ? isWorkedOnBy(person, subcontractorId) : undefined,
    search
      ? or(
          contains(scheduleEntries.title, search, { alike }),
          contains(scheduleEntries.description, search, { alike }),
          await jobMatches(db, scheduleEntries.jobId, search, total === 'false'),
        )
      : undefined,
  )
}

export const byStart = [asc(scheduleEntries.startDate), asc(scheduleEntries.id)]

function after(cursor: string): SQL {
  const { value, id } = readCursor(cursor, isDay)
  return sql`(${scheduleEntries.startDate}, ${scheduleEntries.id}) > (${value}::date, ${id}::uuid)`
}

/** The lags of an entry by predecessor, without zero lags. */
export const lagDays = sql<Record<string, number>>`(
  select coalesce(jsonb_object_agg(d.depends_on_id, d.lag_days), '{}') from ${scheduleDependencies} d
  where d.entry_id = ${outer(scheduleEntries.id)} and d.lag_days <> 0)`

/** The predecessors and successors of an entry, with or without internal entries among them. */
function dependencies(withInternal: boolean) {
  const seen = (otherId: SQL) =>
    withInternal
      ? undefined
      : sql`and exists (
          select 1 from ${scheduleEntries} o where o.id = ${otherId} and not o.internal)`
  return {
    dependsOnIds: sql<string[]>`array(select d.depends_on_id from ${scheduleDependencies} d
      where d.entry_id = ${outer(scheduleEntries.id)} ${seen(sql`d.depends_on_id`)} order by 1)`,
    blocksIds: sql<string[]>`array(select d.entry_id from ${scheduleDependencies} d
      where d.depends_on_id = ${outer(scheduleEntries.id)} ${seen(sql`d.entry_id`)} order by 1)`,
    lagDays,
  }
}

/**
 * The columns of an entry that the person may see. The query must join its job and the sub they
 * see.
 */
const columnsFor = (person: Person) => ({
  ...getTableColumns(scheduleEntries),
  ...dependencies(isCrew(person)),
  jobName: jobs.name,
  assignedSubcontractorId: seenSubOf(person),
  assignedSubcontractorName: seenWorkerNames(person),
})

/**
 * The matching entries of the jobs that the person may see, by start: all of them, or one page if
 * the filter has a limit.
 */
export async function listEntries(
  db: Db,
  person: Person,
  filter: EntryFilter,
): Promise<List<ScheduleEntry>> {
  const where = await matching(db, person, filter)
  const { limit, after: cursor, total } = filter
  const counted = sql`${scheduleEntries} join ${jobs} on ${jobs.id} = ${scheduleEntries.jobId}`
  const query = db
    .select({
      ...columnsFor(person),
      total: total ? notCounted : totalOf(counted, where, limit),
    })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .leftJoin(users, eq(users.id, seenSubOf(person)))
    .where(and(where, cursor === undefined ? undefined : after(cursor)))
    .orderBy(...byStart)
  return listOrPage(
    query,
    limit,
    (row) => seenBy(person, toEntry(row)),
    (row) => `${row.startDate}_${row.id}`,
  )
}

/**
 * The matching entries of the jobs that the person may see, with the fields that calendars and
 * charts need, by start. At most the last {@link PLAN_LIMIT} to start, with the total number.
 */
export async function readPlan(
  db: Db,
  person: Person,
  filter: PlanFilter,
): Promise<ListPage<PlanEntry>> {
  const where = await matching(db, person, filter)
  const counted = sql`${scheduleEntries} join ${jobs} on ${jobs.id} = ${scheduleEntries.jobId}`
  const e = scheduleEntries
  const rows = await db
    .select({
      id: e.id,
      jobId: e.jobId,
      jobName: jobs.name,
      title: e.title,
      scheduleType: e.scheduleType,
      startDate: e.startDate,
      endDate: e.endDate,
      estimatedHours: e.estimatedHours,
      assignedSubcontractorId: seenSubOf(person),
      assignedSubcontractorName: seenWorkerNames(person),
      status: e.status,
      priority: e.priority,
      dependsOnIds: dependencies(isCrew(person)).dependsOnIds,
      lagDays,
      dateFixed: e.dateFixed,
      baselineStartDate: e.baselineStartDate,
      baselineEndDate: e.baselineEndDate,
      weatherDependent: e.weatherDependent,
      indoorWork: e.indoorWork,
      percentComplete: e.percentComplete,
      internal: e.internal,
      updatedAt: e.updatedAt,
      total: totalOf(counted, where, PLAN_LIMIT),
    })
    .from(e)
    .innerJoin(jobs, eq(jobs.id, e.jobId))
    .leftJoin(users, eq(users.id, seenSubOf(person)))
    .where(where)
    .orderBy(desc(e.startDate), desc(e.id))
    .limit(PLAN_LIMIT)
  const entries = rows
    .reverse()
    .map(({ total: _, updatedAt, ...row }) =>
      seenBy(person, { ...row, updatedAt: updatedAt.toISOString() }),
    )
  return new ListPage(entries, rows[0]?.total ?? 0, undefined)
}

/** The jobs with a matching entry that the person may see. */
export async function jobsWithEntries(
  db: Db,
  person: Person,
  filter: EntryFilter,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: scheduleEntries.jobId })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(await matching(db, person, filter))
  return rows.map(({ id }) => id)
}

/** An entry that the person may see, with the facts of its job. */
export async function findEntry(
  db: Db,
  person: Person,
  id: string,
): Promise<(JobFacts & { entry: ScheduleEntry }) | undefined> {
  const [row] = await db
    .select({
      entry: columnsFor(person),
      clientId: jobs.clientId,
      subcontractorIds,
    })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .leftJoin(users, eq(users.id, seenSubOf(person)))
    .where(and(eq(scheduleEntries.id, id), visibleEntries(person)))
  return row && { ...row, entry: seenBy(person, toEntry(row.entry)) }
}

/** All columns of an entry without a join, for statements that read only entries. */
const shape = {
  ...getTableColumns(scheduleEntries),
  ...dependencies(true),
  assignedSubcontractorName: nameOf(scheduleEntries.assignedSubcontractorId),
}

/** An entry for the reply after it was written. */
export async function readEntry(db: Db, id: string): Promise<FoundEntry> {
  const [row] = await db
    .select({ ...shape, assignedSubcontractorName: workerNames(), jobName: jobs.name })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(eq(scheduleEntries.id, id))
  return row as FoundEntry
}

/** The job of an entry. It never changes, so no lock is needed. */
export async function findJobOf(db: Db, id: string): Promise<{ jobId: string } | undefined> {
  const [entry] = await db
    .select({ jobId: scheduleEntries.jobId })
    .from(scheduleEntries)
    .where(eq(scheduleEntries.id, id))
  return entry
}

/**
 * An entry for an admin, locked. The job is locked first and the entry read after that, so that
 * only one person at a time changes the schedule of a job: a dependency can only be checked against
 * all others.
 */
export async function lockEntry(db: Db, id: string): Promise<FoundEntry | undefined> {
  const entry = await findJobOf(db, id)
  if (!entry) return undefined
  const job = await lockJob(db, entry.jobId, 'no key update')
  if (!job) return undefined
  const [row] = await db
    .select(shape)
    .from(scheduleEntries)
    .where(eq(scheduleEntries.id, id))
    .for('no key update')
  return row && { ...row, jobName: job.name }
}

/** Adds an entry to a locked job. Its sub must be locked as well. */
export async function insertEntry(db: Db, entry: typeof scheduleEntries.$inferInsert) {
  await db.insert(scheduleEntries).values(entry)
}

/** Adds entries to a locked job. Their subs must be locked as well. */
export async function insertEntries(
  db: Db,
  entries: readonly (typeof scheduleEntries.$inferInsert)[],
) {
  if (entries.length > 0) await db.insert(scheduleEntries).values([...entries])
}

/** Changes the given fields of a locked entry. A new sub must be locked as well. */
export async function updateEntry(
  db: Db,
  id: string,
  fields: PgUpdateSetSource<typeof scheduleEntries>,
) {
  await db
    .update(scheduleEntries)
    .set({ ...fields, updatedAt: nextVersion('schedule_entries') })
    .where(eq(scheduleEntries.id, id))
}

/** Unassigns a sub from their open entries on one job or on all. Returns those entries. */
export function unassignEntries(db: Db, subcontractorId: string, jobId?: string) {
  return db
    .update(scheduleEntries)
    .set({ assignedSubcontractorId: null })
    .where(
      and(
        eq(scheduleEntries.assignedSubcontractorId, subcontractorId),
        isOpen,
        jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
      ),
    )
    .returning({
      id: scheduleEntries.id,
      jobId: scheduleEntries.jobId,
      internal: scheduleEntries.internal,
    })
}

/**
 * Deletes an entry. The database deletes its dependencies and crew days with it. Its history is
 * retained.
 */
export async function deleteEntry(db: Db, id: string) {
  await db.delete(scheduleEntries).where(eq(scheduleEntries.id, id))
}

/** Adds rows to the history of entries. */
export async function insertChanges(
  db: Db,
  changes: readonly (typeof scheduleChanges.$inferInsert)[],
) {
  if (changes.length === 0) return
  // The rows are sent as one parameter so that their number is not limited.
  const rows = changes.map((change) => ({ id: newId(), impactedEntries: [], ...change }))
  await db.execute(sql`
    insert into ${scheduleChanges} (id, job_id, schedule_entry_id, changed_by_id, change_type,
      old_value, new_value, reason, impacted_entries, move_id)
    select c.id, c."jobId", c."scheduleEntryId", c."changedById", c."changeType", c."oldValue",
      c."newValue", c.reason, c."impactedEntries", c."moveId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, "jobId" uuid,
      "scheduleEntryId" uuid, "changedById" uuid, "changeType" text, "oldValue" text,
      "newValue" text, reason text, "impactedEntries" uuid[], "moveId" uuid)`)
}
