import type { CrewFilter, UncrewedEntry } from '@plumbline/contract/crew.ts'
import { crewHours, workedDays } from '@plumbline/contract/crewDays.ts'
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

/** What decides on which days an entry is worked; what is not said is the default of an entry. */
interface Workplace {
  readonly weatherDependent?: boolean | null | undefined
  readonly indoorWork?: boolean | null | undefined
}

/** Lists the days on which entries are worked, where work outdoors rests in bad weather, and says the day of a moment. */
export async function readWorkedDays(db: Db) {
  const facts = await readWorkdayFacts(db)
  const workdays = workdaysOf(facts)
  return {
    daysOf: ({ weatherDependent = false, indoorWork = true, ...span }: Span & Workplace) =>
      workedDays(calendarOf({ weatherDependent, indoorWork }, workdays), span),
    dayAt: (now: Date) => dayIn(facts.timeZone, now),
  }
}

/** The open entries of a period that need a crew and have none on the working days that are left, or had none at all. */
export async function listUncrewed(
  db: Db,
  filter: Pick<CrewFilter, 'from' | 'to' | 'jobId'>,
  now: Date,
): Promise<UncrewedEntry[]> {
  const { daysOf, dayAt } = await readWorkedDays(db)
  const today = dayAt(now)
  const unattended = await queries.listUnattended(db, filter, now)
  return unattended.flatMap(({ wasCrewed, ...entry }) => {
    const isLeft = daysOf(entry).some((day) => day >= today)
    return isLeft || !wasCrewed ? [entry] : []
  })
}

/**
 * Books a sub on the working days of an entry that is locked, from a day on, as far as they have none yet; the sub has not
 * answered. Nothing for an entry that is completed or cancelled.
 */
export async function bookSub(
  db: Db,
  entry: Span & Workplace & { readonly id: string; readonly status: ScheduleStatus },
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

/** Books the subs of entries that were just added on all of their working days. */
export async function bookSubs(
  db: Db,
  entries: readonly (Span & Workplace & { readonly id: string; readonly subId: string | null })[],
) {
  const { daysOf } = await readWorkedDays(db)
  const days = entries.flatMap((entry) => {
    const { id: entryId, subId } = entry
    return subId ? daysOf(entry).map((day) => ({ entryId, subId, day })) : []
  })
  await dayWrites.insertDays(db, days, crewHours)
}

/**
 * Locks the subs whose crew days a move kept, so that none of them leaves while its undoing brings those back. The jobs must
 * be locked, and no entry yet.
 */
export async function lockKeptSubs(db: Db, moveId: string) {
  await lockAssignedSubs(db, await queries.keptSubs(db, moveId))
}

/** The move that crews follow, and the one that it undoes. */
interface Move {
  readonly moveId: string
  readonly undoesId?: string | undefined
  readonly now: Date
}

/**
 * Lets the crew days follow entries that were moved and are locked: the n-th working day becomes the n-th. A day with another
 * date loses its answer; the assigned sub is booked on days that were added. Undoing a move brings back the days and answers
 * that it took.
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
  const kept = undoesId ? await queries.keptDays(db, undoesId) : undefined
  const plans = moved.flatMap((move) => {
    const entry = entries.get(move.id)
    if (!entry) return []
    const { assignedSubcontractorId } = entry
    const facts = { ...move, assignedSubcontractorId, isOpen: isOpenEntry(entry) }
    return [followEntry(facts, days.get(move.id) ?? [], today, kept?.get(move.id))]
  })
  const changed = {
    moved: plans.flatMap((plan) => plan.moved),
    removed: plans.flatMap((plan) => plan.removed),
    restored: plans.flatMap((plan) => plan.restored),
    added: plans.flatMap((plan) => plan.added),
  }
  // An undo cannot be undone.
  if (!undoesId) await dayWrites.keepDays(db, moveId, [...days.values()].flat(), changed)
  await dayWrites.deleteDays(db, changed.removed)
  await dayWrites.moveDays(db, changed.moved)
  if (undoesId) await dayWrites.restoreDays(db, undoesId, changed.restored)
  await dayWrites.insertDays(db, changed.added, crewHours)
}

/**
 * Books the sub that an entry got, given as it was before, on the days that are left of it, and takes the one that it had off
 * those. The entry is locked.
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
