import type { PushEntry, Span } from '@plumbline/contract/push.ts'
import { and, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { nextVersion, outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { jobs } from '../../schema/jobs.ts'
import {
  isOpen,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
} from '../../schema/schedule.ts'
import { laterMoveInEffect } from './history.ts'

/** The fields of an entry that matter when it is moved. */
export interface MovableEntry extends PushEntry {
  readonly jobId: string
  readonly title: string
  readonly internal: boolean
  readonly assignedSubcontractorId: string | null
  readonly blocksIds: readonly string[]
  /** The version of the entry. */
  readonly updatedAt: string
}

/**
 * All entries of the given jobs, by start. Lock the jobs first so that the entries do not change.
 */
export async function movableEntries(db: Db, jobIds: readonly string[]): Promise<MovableEntry[]> {
  if (jobIds.length === 0) return []
  const e = scheduleEntries
  const rows = await db
    .select({
      id: e.id,
      jobId: e.jobId,
      title: e.title,
      internal: e.internal,
      startDate: e.startDate,
      endDate: e.endDate,
      status: e.status,
      dateFixed: e.dateFixed,
      weatherDependent: e.weatherDependent,
      indoorWork: e.indoorWork,
      assignedSubcontractorId: e.assignedSubcontractorId,
      updatedAt: e.updatedAt,
    })
    .from(e)
    .where(inArray(e.jobId, [...jobIds]))
    .orderBy(asc(e.startDate), asc(e.id))
  const links = await db
    .select()
    .from(scheduleDependencies)
    .where(inArray(scheduleDependencies.jobId, [...jobIds]))
  const entries = rows.map(({ updatedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    dependsOnIds: [] as string[],
    blocksIds: [] as string[],
    lagDays: {} as Record<string, number>,
  }))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { entryId, dependsOnId, lagDays } of links) {
    const entry = byId.get(entryId)
    entry?.dependsOnIds.push(dependsOnId)
    if (entry && lagDays !== 0) entry.lagDays[dependsOnId] = lagDays
    byId.get(dependsOnId)?.blocksIds.push(entryId)
  }
  return entries
}

/** The jobs with open outdoor work on a day. */
export async function jobsOutdoors(db: Db, day: string): Promise<string[]> {
  const e = scheduleEntries
  const rows = await db
    .selectDistinct({ jobId: e.jobId })
    .from(e)
    .where(
      and(
        eq(e.weatherDependent, true),
        eq(e.indoorWork, false),
        isOpen,
        sql`${e.startDate} <= ${day} and ${e.endDate} >= ${day}`,
      ),
    )
  return rows.map(({ jobId }) => jobId)
}

/** The names of jobs and their clients, by job name. */
export function jobNames(db: Db, ids: readonly string[]) {
  return db
    .select({ id: jobs.id, name: jobs.name, clientName: nameOf(jobs.clientId) })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(inNaturalOrder(jobs.name)), asc(jobs.id))
}

/**
 * New days as rows for a statement to join. They are sent as arrays because the planner knows how
 * many rows an array holds.
 */
function spanRows(spans: ReadonlyMap<string, Span>): SQL {
  const all = [...spans.values()]
  const [ids, starts, ends] = [
    [...spans.keys()],
    all.map(({ startDate }) => startDate),
    all.map(({ endDate }) => endDate),
  ].map((values) => sql.param(values))
  return sql`unnest(${ids}::uuid[], ${starts}::date[], ${ends}::date[])
    as moved (id, start_date, end_date)`
}

/** Changes the dates of entries. Their jobs must be locked. */
export async function updateSpans(db: Db, spans: ReadonlyMap<string, Span>) {
  if (spans.size === 0) return
  await db.execute(sql`
    update ${scheduleEntries}
    set start_date = moved.start_date, end_date = moved.end_date,
      updated_at = ${nextVersion('schedule_entries')}
    from ${spanRows(spans)}
    where ${scheduleEntries.id} = moved.id`)
}

const MAX_CLASHES = 5

/** A sub who would be booked on two entries at once. */
interface MoveClash {
  readonly subName: string
  readonly title: string
  readonly otherTitle: string
  readonly otherJobName: string
}

/**
 * Up to five pairs of entries of the same sub that do not overlap now and would overlap on the new
 * days.
 */
export async function newClashes(db: Db, spans: ReadonlyMap<string, Span>): Promise<MoveClash[]> {
  if (spans.size === 0) return []
  const { rows } = await db.execute(sql`
    with moved as (select * from ${spanRows(spans)})
    select u.first_name || ' ' || u.last_name as "subName", e.title, o.title as "otherTitle",
      j.name as "otherJobName"
    from moved m
    join schedule_entries e on e.id = m.id and e.status not in ('completed', 'cancelled')
    join users u on u.id = e.assigned_subcontractor_id
    join schedule_entries o on o.assigned_subcontractor_id = e.assigned_subcontractor_id
      and o.id <> e.id and o.status not in ('completed', 'cancelled')
    left join moved n on n.id = o.id
    join jobs j on j.id = o.job_id
    where coalesce(n.start_date, o.start_date) <= m.end_date
      and coalesce(n.end_date, o.end_date) >= m.start_date
      and not (o.start_date <= e.end_date and o.end_date >= e.start_date)
      and (n.id is null or o.id > e.id)
    order by m.start_date, e.id, o.id limit ${MAX_CLASHES}`)
  return rows as unknown as MoveClash[]
}

/** A move with the ids of its jobs. */
export async function findMove(db: Db, id: string) {
  const [move] = await db.select().from(scheduleMoves).where(eq(scheduleMoves.id, id))
  if (!move) return undefined
  const rows = await db
    .select({ jobId: scheduleMoveJobs.jobId })
    .from(scheduleMoveJobs)
    .where(eq(scheduleMoveJobs.moveId, id))
  return { ...move, jobIds: rows.map(({ jobId }) => jobId) }
}

/** The dates that a move changed: one row for each changed start or end of an entry. */
export function changesOfMove(db: Db, moveId: string) {
  const { scheduleEntryId, changeType, oldValue, newValue } = scheduleChanges
  return db
    .select({ entryId: scheduleEntryId, changeType, oldValue, newValue })
    .from(scheduleChanges)
    .where(and(eq(scheduleChanges.moveId, moveId), inArray(changeType, ['startDate', 'endDate'])))
}

/**
 * The most recent change to any of the entries since a moment: who made it, and the title of the
 * entry. A deleted entry has the title from before its deletion.
 */
export async function lastChange(db: Db, entryIds: readonly string[], since: string) {
  const { scheduleEntryId, changedById, createdAt, id } = scheduleChanges
  const [row] = await db
    .select({
      name: nameOf(changedById),
      title: sql<string | null>`coalesce(
        (select e.title from ${scheduleEntries} e where e.id = ${outer(scheduleEntryId)}),
        ${scheduleChanges.oldValue})`,
    })
    .from(scheduleChanges)
    .where(and(inArray(scheduleEntryId, [...entryIds]), sql`${createdAt} >= ${since}::timestamptz`))
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return row
}

/** Records a move and the finish of each job before and after it. */
export async function insertMove(
  db: Db,
  move: typeof scheduleMoves.$inferInsert & { readonly id: string },
  finishes: readonly Omit<typeof scheduleMoveJobs.$inferInsert, 'moveId'>[],
) {
  // The transaction may have waited for the job's lock. `clock_timestamp()` orders moves by when
  // they got their locks.
  await db.insert(scheduleMoves).values({ ...move, createdAt: sql`clock_timestamp()` })
  if (finishes.length > 0)
    await db
      .insert(scheduleMoveJobs)
      .values(finishes.map((finish) => ({ ...finish, moveId: move.id })))
}

/** Whether a move has been undone. Lock its jobs first so that the answer stays true. */
export async function isUndone(db: Db, moveId: string): Promise<boolean> {
  const rows = await db
    .select({ id: scheduleMoves.id })
    .from(scheduleMoves)
    .where(eq(scheduleMoves.undoesId, moveId))
  return rows.length > 0
}

/** Whether one of the jobs of a move has a later move that is still in effect. */
export async function hasLaterMove(db: Db, moveId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where ${laterMoveInEffect(sql`${moveId}::uuid`)}`)
  return rows.length > 0
}

/** The ids of the entries whose status or `dateFixed` changed since a moment. */
export async function statusChangedSince(
  db: Db,
  entryIds: readonly string[],
  since: Date,
): Promise<string[]> {
  if (entryIds.length === 0) return []
  const { scheduleEntryId, changeType, createdAt } = scheduleChanges
  const rows = await db
    .selectDistinct({ id: scheduleEntryId })
    .from(scheduleChanges)
    .where(
      and(
        inArray(scheduleEntryId, [...entryIds]),
        inArray(changeType, ['status', 'dateFixed']),
        gte(createdAt, since),
      ),
    )
  return rows.map(({ id }) => id)
}
