import { crewHours, workedDays } from '@plumbline/contract/crewDays.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { calendarOf } from '@plumbline/contract/push.ts'
import { isOpenEntry, type ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import type { Db } from '../db/handle.ts'
import { findCompany, workdaySettings } from '../settings/queries.ts'
import { deleteDays, deleteDaysOf, insertDays, moveDays } from './dayWrites.ts'
import { type DayOfEntry, type EntryMove, followEntry } from './follow.ts'
import * as queries from './queries.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** Which days the company works, and its today; the usual week until it is set up. */
export async function companyDays(db: Db, now: Date) {
  const company = await findCompany(db)
  const { workingDays = [1, 2, 3, 4, 5], holidays = [], timeZone = 'UTC' } = company ?? {}
  return {
    calendar: workCalendar({ workingDays, holidays }),
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    today: dayIn(timeZone, now),
  }
}

/** What decides on which days an entry is worked; what is not said is the default of an entry. */
interface Workplace {
  readonly weatherDependent?: boolean | null | undefined
  readonly indoorWork?: boolean | null | undefined
}

/** Lists the days on which entries are worked: work outdoors rests in bad weather. */
export async function readWorkedDays(db: Db) {
  const settings = await workdaySettings(db)
  const wet = await queries.wetDays(db)
  const workdays = { all: workCalendar(settings), outdoors: workCalendar(settings, wet) }
  return ({ weatherDependent = false, indoorWork = true, ...span }: Span & Workplace) =>
    workedDays(calendarOf({ weatherDependent, indoorWork }, workdays), span)
}

/**
 * Books a sub on the working days of an entry that is locked, as far as they have none yet; the sub has not answered. Nothing
 * for an entry that is completed or cancelled.
 */
export async function bookSub(
  db: Db,
  entry: Span & Workplace & { readonly id: string; readonly status: ScheduleStatus },
  subId: string,
) {
  if (!isOpenEntry(entry)) return
  const daysOf = await readWorkedDays(db)
  const days = daysOf(entry)
  await insertDays(
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
  const daysOf = await readWorkedDays(db)
  const days = entries.flatMap((entry) => {
    const { id: entryId, subId } = entry
    return subId ? daysOf(entry).map((day) => ({ entryId, subId, day })) : []
  })
  await insertDays(db, days, crewHours)
}

/** Takes a sub off the days of an entry that is locked, from today on. */
export async function releaseSub(db: Db, entryId: string, subId: string, now = new Date()) {
  const { today } = await companyDays(db, now)
  await deleteDaysOf(db, entryId, subId, today)
}

/**
 * Lets the crew days follow entries that were moved and are locked: the n-th working day becomes the n-th. A day with another
 * date loses its answer; the assigned sub is booked on days that were added.
 */
export async function followEntries(db: Db, moves: readonly EntryMove[], now = new Date()) {
  const moved = moves.filter(
    ({ before, after }) => before.startDate !== after.startDate || before.endDate !== after.endDate,
  )
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const { calendar, today } = await companyDays(db, now)
  const entries = new Map((await queries.assignmentsOf(db, ids)).map((one) => [one.id, one]))
  const days = new Map<string, DayOfEntry[]>(ids.map((id) => [id, []]))
  for (const day of await queries.daysOfEntries(db, ids)) days.get(day.scheduleEntryId)?.push(day)
  const plans = moved.flatMap((move) => {
    const entry = entries.get(move.id)
    if (!entry) return []
    const { assignedSubcontractorId } = entry
    const facts = { ...move, assignedSubcontractorId, isOpen: isOpenEntry(entry) }
    return [followEntry(calendar, facts, days.get(move.id) ?? [], today)]
  })
  await deleteDays(
    db,
    plans.flatMap(({ removed }) => removed),
  )
  await moveDays(
    db,
    plans.flatMap((plan) => plan.moved),
  )
  await insertDays(
    db,
    plans.flatMap(({ added }) => added),
    crewHours,
  )
}

/** Books the sub that an entry got, given as it was before, and releases the one that it had. The entry is locked. */
export async function followSub(
  db: Db,
  before: { readonly id: string; readonly assignedSubcontractorId: string | null },
) {
  const [after] = await queries.assignmentsOf(db, [before.id])
  if (!after) return
  const [old, next] = [before.assignedSubcontractorId, after.assignedSubcontractorId]
  if (old === next) return
  if (old) await releaseSub(db, after.id, old)
  if (next) await bookSub(db, after, next)
}
