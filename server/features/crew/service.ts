import type { CrewFilter, UncrewedEntry } from '@plumbline/contract/crew.ts'
import { crewHours, workdaysWithin } from '@plumbline/contract/crewDays.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { calendarOf } from '@plumbline/contract/push.ts'
import { isOpenEntry, type ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { companyDays, readWorkdayFacts, workdaysOf } from '../../access/company/service.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockAssignedSubs } from '../jobs/service.ts'
import * as dayWrites from './dayWrites.ts'
import { type EntryMove, followEntry } from './follow.ts'
import * as queries from './queries.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/**
 * The fields that decide whether an entry pauses in bad weather. Missing ones have the default of
 * an entry.
 */
interface WeatherFields {
  readonly weatherDependent?: boolean | null | undefined
  readonly indoorWork?: boolean | null | undefined
}

/**
 * Functions for the working days of an entry (outdoor work pauses in bad weather) and for the
 * calendar day of a moment.
 */
export async function readWorkedDays(db: Db) {
  const facts = await readWorkdayFacts(db)
  const workdays = workdaysOf(facts)
  return {
    daysOf: ({ weatherDependent = false, indoorWork = true, ...span }: Span & WeatherFields) =>
      workdaysWithin(calendarOf({ weatherDependent, indoorWork }, workdays), span),
    dayAt: (now: Date) => dayIn(facts.timeZone, now),
  }
}

/**
 * The open entries in a period that need a crew and have none on their remaining working days, or
 * never had one.
 */
export async function listUncrewed(
  db: Db,
  filter: Pick<CrewFilter, 'from' | 'to' | 'jobId'>,
  now: Date,
): Promise<UncrewedEntry[]> {
  const { daysOf, dayAt } = await readWorkedDays(db)
  const today = dayAt(now)
  const unattended = await queries.listUnattended(db, filter, now)
  return unattended.flatMap(({ wasCrewed, ...entry }) => {
    const hasDaysLeft = daysOf(entry).some((day) => day >= today)
    return hasDaysLeft || !wasCrewed ? [entry] : []
  })
}

/**
 * Books a sub on the working days of a locked entry, starting at a day, except those they are
 * booked on already. The bookings are unanswered. Does nothing for a completed or canceled entry.
 */
export async function bookSub(
  db: Db,
  entry: Span & WeatherFields & { readonly id: string; readonly status: ScheduleStatus },
  subId: string,
  from = entry.startDate,
) {
  if (!isOpenEntry(entry)) return
  const { daysOf } = await readWorkedDays(db)
  const days = daysOf(entry).filter((day) => day >= from)
  await dayWrites.insertDays(
    db,
    days.map((day) => ({ entryId: entry.id, subId, day })),
    crewHours,
  )
}

/** Books the subs of newly added entries on all their working days. */
export async function bookSubs(
  db: Db,
  entries: readonly (Span &
    WeatherFields & { readonly id: string; readonly subId: string | null })[],
) {
  const { daysOf } = await readWorkedDays(db)
  const days = entries.flatMap((entry) => {
    const { id: entryId, subId } = entry
    return subId ? daysOf(entry).map((day) => ({ entryId, subId, day })) : []
  })
  await dayWrites.insertDays(db, days, crewHours)
}

/**
 * Locks the subs with crew days saved by a move, so that none of them leaves while an undo restores
 * those days. The jobs must be locked, and no entry yet.
 */
export async function lockSavedSubs(db: Db, moveId: string) {
  await lockAssignedSubs(db, await queries.savedSubs(db, moveId))
}

/** A move that crews follow, and the one that it undoes. */
interface Move {
  readonly moveId: string
  readonly undoesId?: string | undefined
  readonly now: Date
}

/**
 * Moves the crew days of moved, locked entries: the n-th working day becomes the n-th of the new
 * span. A day that gets another date loses its answer. The assigned sub is booked on added days.
 * Undoing a move restores the days and answers that it removed.
 */
export async function followEntries(
  db: Db,
  moves: readonly EntryMove[],
  { moveId, undoesId, now }: Move,
) {
  const moved = moves.filter(
    ({ before, after }) => before.startDate !== after.startDate || before.endDate !== after.endDate,
  )
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const { today } = await companyDays(db, now)
  const entries = new Map((await queries.assignmentsOf(db, ids)).map((one) => [one.id, one]))
  const days = groupBy(await queries.daysOfEntries(db, ids), (day) => day.scheduleEntryId)
  const saved = undoesId ? await queries.savedDays(db, undoesId) : undefined
  const plans = moved.flatMap((move) => {
    const entry = entries.get(move.id)
    if (!entry) return []
    const { assignedSubcontractorId } = entry
    const facts = { ...move, assignedSubcontractorId, isOpen: isOpenEntry(entry) }
    return [followEntry(facts, days.get(move.id) ?? [], today, saved?.get(move.id))]
  })
  const changed = {
    moved: plans.flatMap((plan) => plan.moved),
    removed: plans.flatMap((plan) => plan.removed),
    restored: plans.flatMap((plan) => plan.restored),
    added: plans.flatMap((plan) => plan.added),
  }
  // An undo cannot be undone, so it needs no saved days.
  if (!undoesId) await dayWrites.saveDays(db, moveId, [...days.values()].flat(), changed)
  await dayWrites.deleteDays(db, changed.removed)
  await dayWrites.moveDays(db, changed.moved)
  if (undoesId) await dayWrites.restoreDays(db, undoesId, changed.restored)
  await dayWrites.insertDays(db, changed.added, crewHours)
}

/**
 * Books the new sub of a locked entry on its remaining days, and removes the previous one from
 * those. `before` is the entry before the change.
 */
export async function followSub(
  db: Db,
  before: { readonly id: string; readonly assignedSubcontractorId: string | null },
  now: Date,
) {
  const [after] = await queries.assignmentsOf(db, [before.id])
  if (!after) return
  const [old, next] = [before.assignedSubcontractorId, after.assignedSubcontractorId]
  if (old === next) return
  const { today } = await companyDays(db, now)
  if (old) await dayWrites.deleteDaysOf(db, after.id, old, { from: today })
  if (next) await bookSub(db, after, next, today)
}
