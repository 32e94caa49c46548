import type { Baseline, FinishMoved } from '@plumbline/contract/baselines.ts'
import { daysBetween } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { slipReasons } from '@plumbline/contract/schedule.ts'
import { and, desc, eq, gte, max, ne, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { isCrew } from '../../access/people/seen.ts'
import { eventOf, publish } from '../../events/publish.ts'
import { nextVersion, outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import {
  scheduleBaselines,
  scheduleChanges,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
} from '../../schema/schedule.ts'
import { moveInEffect } from './history.ts'
import { visibleEntries } from './queries.ts'

const ofJob = (jobId: string) =>
  and(eq(scheduleEntries.jobId, jobId), ne(scheduleEntries.status, 'cancelled'))

/** The last day of the entries of a job, without canceled ones. */
async function finishOfJob(db: Db, jobId: string): Promise<string | null> {
  const [row] = await db
    .select({ finish: max(scheduleEntries.endDate) })
    .from(scheduleEntries)
    .where(ofJob(jobId))
  return row?.finish ?? null
}

/**
 * The calendar days by which moves since a moment delayed the finish of a job, by reason, largest
 * number first.
 */
function shiftsSince(db: Db, jobId: string, since: Date) {
  const { finishBefore, finishAfter } = scheduleMoveJobs
  const days = sql<number>`sum(${finishAfter} - ${finishBefore})::int`
  return db
    .select({ reason: scheduleMoves.reason, days })
    .from(scheduleMoveJobs)
    .innerJoin(scheduleMoves, eq(scheduleMoves.id, scheduleMoveJobs.moveId))
    .where(
      and(
        eq(scheduleMoveJobs.jobId, jobId),
        gte(scheduleMoves.createdAt, since),
        moveInEffect('schedule_moves'),
      ),
    )
    .groupBy(scheduleMoves.reason)
    .having(sql`sum(${finishAfter} - ${finishBefore}) > 0`)
    .orderBy(desc(days), scheduleMoves.reason)
}

/** The promised finish of a job, and the days it is behind. */
export async function readBaseline(db: Db, jobId: string): Promise<Baseline> {
  const finish = await finishOfJob(db, jobId)
  const [row] = await db
    .select({
      finish: scheduleBaselines.finish,
      keptByName: nameOf(scheduleBaselines.keptById),
      createdAt: scheduleBaselines.createdAt,
    })
    .from(scheduleBaselines)
    .where(eq(scheduleBaselines.jobId, jobId))
  if (!row) return { promised: null, finish, daysBehind: 0, reasons: [] }
  const daysBehind = finish ? daysBetween(row.finish, finish) : 0
  const reasons = await shiftsSince(db, jobId, row.createdAt)
  const promised = {
    finish: row.finish,
    keptByName: row.keptByName ?? '',
    createdAt: row.createdAt.toISOString(),
  }
  return { promised, finish, daysBehind, reasons }
}

/**
 * The reason of the last move since the promise that delayed the finish of the job. Only moves of
 * entries that the client can see count.
 */
const lastReason = sql<string | null>`(
  select m.reason from ${scheduleMoveJobs} j join ${scheduleMoves} m on m.id = j.move_id
  where j.job_id = ${outer(scheduleBaselines.jobId)} and j.finish_after > j.finish_before
    and m.created_at >= ${outer(scheduleBaselines.createdAt)} and ${moveInEffect('m')}
    and exists (
      select from ${scheduleChanges} c join ${scheduleEntries} e on e.id = c.schedule_entry_id
      where c.move_id = m.id and c.job_id = j.job_id
        and c.change_type = 'endDate' and c.new_value > c.old_value and not e.internal)
  order by m.created_at desc, m.id desc limit 1)`

/**
 * The days by which a job ends later than promised, computed from the entries that the person can
 * see. The reason is included if it is one of the predefined ones. Free text is for office and crew
 * only.
 */
export async function readFinishMoved(db: Db, person: Person, jobId: string): Promise<FinishMoved> {
  const { baselineEndDate, endDate, status } = scheduleEntries
  const [row] = await db
    .select({
      reason: lastReason,
      // The last entry may be an internal one, which clients must not find out about.
      promised: isCrew(person) ? scheduleBaselines.finish : max(baselineEndDate),
      finish: sql<string | null>`max(${endDate}) filter (where ${ne(status, 'cancelled')})`,
    })
    .from(scheduleBaselines)
    .innerJoin(jobs, eq(jobs.id, scheduleBaselines.jobId))
    .innerJoin(scheduleEntries, eq(scheduleEntries.jobId, scheduleBaselines.jobId))
    .where(and(eq(scheduleBaselines.jobId, jobId), visibleEntries(person)))
    .groupBy(scheduleBaselines.jobId)
  const days = row?.promised && row.finish ? daysBetween(row.promised, row.finish) : 0
  const reason = days > 0 ? slipReasons.find((known) => known === row?.reason) : undefined
  return { days, reason: reason ?? null }
}

/**
 * Saves the current schedule of a locked job as its promise. Throws a 409 if nothing is planned.
 */
export async function saveBaseline(db: Db, actorId: string, jobId: string) {
  const finish = await finishOfJob(db, jobId)
  if (!finish) throw new Failure('nothingPlanned')
  const { startDate, endDate } = scheduleEntries
  await db
    .update(scheduleEntries)
    .set({
      baselineStartDate: sql`case when ${scheduleEntries.status} <> 'cancelled' then ${startDate} end`,
      baselineEndDate: sql`case when ${scheduleEntries.status} <> 'cancelled' then ${endDate} end`,
      updatedAt: nextVersion('schedule_entries'),
    })
    .where(eq(scheduleEntries.jobId, jobId))
  // Moves that waited for this transaction come after it and count from here on.
  const baseline = { finish, keptById: actorId, createdAt: sql`clock_timestamp()` }
  await db
    .insert(scheduleBaselines)
    .values({ jobId, ...baseline })
    .onConflictDoUpdate({ target: scheduleBaselines.jobId, set: baseline })
  await publish(db, actorId, eventOf('schedule.baseline', { id: jobId, jobId }))
}

/** Deletes the promise of a locked job. Throws a 404 if there is none. */
export async function removeBaseline(db: Db, actorId: string, jobId: string) {
  const removed = await db
    .delete(scheduleBaselines)
    .where(eq(scheduleBaselines.jobId, jobId))
    .returning({ jobId: scheduleBaselines.jobId })
  if (removed.length === 0) throw new Failure('notFound')
  await db
    .update(scheduleEntries)
    .set({
      baselineStartDate: null,
      baselineEndDate: null,
      updatedAt: nextVersion('schedule_entries'),
    })
    .where(eq(scheduleEntries.jobId, jobId))
  await publish(db, actorId, eventOf('schedule.baseline', { id: jobId, jobId }))
}
