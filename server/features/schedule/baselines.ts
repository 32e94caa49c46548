import type { Baseline, FinishMoved } from '@plumbline/contract/baselines.ts'
import { daysBetween } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { slipReasons } from '@plumbline/contract/schedule.ts'
import { and, desc, eq, gte, max, ne, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
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
import { moveStands } from './history.ts'
import { isCrew, visibleEntries } from './queries.ts'

const ofJob = (jobId: string) =>
  and(eq(scheduleEntries.jobId, jobId), ne(scheduleEntries.status, 'cancelled'))

/** The last day of a job by its entries, cancelled ones aside. */
async function finishOfJob(db: Db, jobId: string): Promise<string | null> {
  const [row] = await db
    .select({ finish: max(scheduleEntries.endDate) })
    .from(scheduleEntries)
    .where(ofJob(jobId))
  return row?.finish ?? null
}

/** By how many calendar days moves since a moment changed the finish of a job, by reason, most first. */
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
        moveStands('schedule_moves'),
      ),
    )
    .groupBy(scheduleMoves.reason)
    .having(sql`sum(${finishAfter} - ${finishBefore}) > 0`)
    .orderBy(desc(days), scheduleMoves.reason)
}

/** What was promised for a job, and how far behind it is. */
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

/** Why the last move since the promise made the job end later, where entries moved that its client sees. */
const lastReason = sql<string | null>`(
  select m.reason from ${scheduleMoveJobs} j join ${scheduleMoves} m on m.id = j.move_id
  where j.job_id = ${outer(scheduleBaselines.jobId)} and j.finish_after > j.finish_before
    and m.created_at >= ${outer(scheduleBaselines.createdAt)} and ${moveStands('m')}
    and exists (
      select from ${scheduleChanges} c join ${scheduleEntries} e on e.id = c.schedule_entry_id
      where c.move_id = m.id and c.job_id = j.job_id
        and c.change_type = 'endDate' and c.new_value > c.old_value and not e.internal)
  order by m.created_at desc, m.id desc limit 1)`

/**
 * By how much a job ends later than promised, by the entries that the person sees, and why if that is one of the reasons
 * offered: free texts are for the crew.
 */
export async function readFinishMoved(db: Db, person: Person, jobId: string): Promise<FinishMoved> {
  const { baselineEndDate, endDate, status } = scheduleEntries
  const [row] = await db
    .select({
      reason: lastReason,
      // An internal entry may be the last one, of which a client learns nothing.
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

/** Keeps the schedule of a job that is locked as what was promised; a 409 when nothing is planned. */
export async function keepBaseline(db: Db, actorId: string, jobId: string) {
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
  // Moves that waited for this one count from here on.
  const kept = { finish, keptById: actorId, createdAt: sql`clock_timestamp()` }
  await db
    .insert(scheduleBaselines)
    .values({ jobId, ...kept })
    .onConflictDoUpdate({ target: scheduleBaselines.jobId, set: kept })
  await publish(db, actorId, eventOf('schedule.baseline', { id: jobId, jobId }))
}

/** Forgets what was promised for a job that is locked; a 404 when nothing was. */
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
