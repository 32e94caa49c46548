import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import type {
  DaysLost,
  JobScheduleChange,
  ScheduleChange,
} from '@plumbline/contract/scheduleHistory.ts'
import { and, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { jobs } from '../../schema/jobs.ts'
import {
  scheduleChanges,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
} from '../../schema/schedule.ts'
import { subcontractorIds, visibleTo } from '../jobs/queries.ts'

/**
 * A condition for moves that are still in effect: neither undone nor an undo themselves. `move` is
 * the table or alias it applies to.
 */
export const moveInEffect = (move: 'm' | 'later' | 'schedule_moves') => {
  const column = (name: string) => sql`${sql.identifier(move)}.${sql.identifier(name)}`
  return sql`${column('undoes_id')} is null and not exists (
    select from ${scheduleMoves} undo where undo.undoes_id = ${column('id')})`
}

/** A condition: one of the jobs of the move has a later move that is still in effect. */
export const laterMoveInEffect = (moveId: SQL) => sql`exists (
  select from ${scheduleMoves} this
  join ${scheduleMoveJobs} own on own.move_id = this.id
  join ${scheduleMoveJobs} other on other.job_id = own.job_id
  join ${scheduleMoves} later on later.id = other.move_id
  where this.id = ${moveId} and (later.created_at, later.id) > (this.created_at, this.id)
    and ${moveInEffect('later')})`

/**
 * Whether the move of a change can be undone: it is in effect, and no later move of its jobs is.
 */
const undoable = sql<boolean>`exists (
  select from ${scheduleMoves} m
  where m.id = ${outer(scheduleChanges.moveId)} and ${moveInEffect('m')}
    and not ${laterMoveInEffect(sql`m.id`)})`

const columns = {
  ...getTableColumns(scheduleChanges),
  changedByName: nameOf(scheduleChanges.changedById),
  undoable,
}
type ChangeRow = typeof scheduleChanges.$inferSelect & {
  changedByName: string | null
  undoable: boolean
}

const toChange = <R extends ChangeRow>(row: R) => ({
  ...row,
  changedByName: row.changedByName ?? '',
  createdAt: row.createdAt.toISOString(),
})

/**
 * The history of an entry, newest first, with the facts of its job. The entry may be deleted.
 * Undefined if the person may not see the job.
 */
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
      change: columns,
    })
    .from(jobs)
    .leftJoin(scheduleChanges, eq(scheduleChanges.scheduleEntryId, entryId))
    .where(and(eq(jobs.id, jobId), visibleTo(person)))
    .orderBy(desc(scheduleChanges.createdAt), desc(scheduleChanges.id))
  const changes = rows.flatMap(({ change }) => (change ? [toChange(change)] : []))
  return rows[0] && { ...rows[0], changes }
}

/** The title of the entry of a change. A deleted entry has its last title. */
const entryTitle = sql<string>`coalesce(
  (select e.title from ${scheduleEntries} e where e.id = ${outer(scheduleChanges.scheduleEntryId)}),
  (select d.old_value from ${scheduleChanges} d
    where d.schedule_entry_id = ${outer(scheduleChanges.scheduleEntryId)} and d.change_type = 'deleted' limit 1),
  '')`

/** The history of a job, newest first: all of it, or one page if there is a limit. */
export async function listChangesOfJob(
  db: Db,
  jobId: string,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<List<JobScheduleChange>> {
  const { createdAt, id } = scheduleChanges
  const where = eq(scheduleChanges.jobId, jobId)
  const query = db
    .select({ ...columns, entryTitle, total: totalOf(scheduleChanges, where, limit) })
    .from(scheduleChanges)
    .where(and(where, after === undefined ? undefined : afterCursor(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
  return listOrPage(query, limit, toChange, (row) => cursorOf(row.createdAt, row.id))
}

/**
 * The calendar days by which moves delayed the finish of a job, by reason, largest number first.
 */
export async function daysLost(db: Db, jobId: string): Promise<DaysLost> {
  const { finishBefore, finishAfter } = scheduleMoveJobs
  const days = sql<number>`sum(${finishAfter} - ${finishBefore})::int`
  const reasons = await db
    .select({ reason: scheduleMoves.reason, days, moves: sql<number>`count(*)::int` })
    .from(scheduleMoveJobs)
    .innerJoin(scheduleMoves, eq(scheduleMoves.id, scheduleMoveJobs.moveId))
    .where(
      and(
        eq(scheduleMoveJobs.jobId, jobId),
        gt(finishAfter, finishBefore),
        moveInEffect('schedule_moves'),
      ),
    )
    .groupBy(scheduleMoves.reason)
    .orderBy(desc(days), scheduleMoves.reason)
  return { days: reasons.reduce((sum, one) => sum + one.days, 0), reasons }
}
