import { workdaysWithin } from '@plumbline/contract/crewDays.ts'
import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import type { AddedDay, Answer, MovedDay } from './dayWrites.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** A move of an entry to new dates. */
export interface EntryMove {
  readonly id: string
  readonly before: Span
  readonly after: Span
  /** The working days of the two spans. Outdoor work pauses in bad weather. */
  readonly calendars: { readonly before: WorkCalendar; readonly after: WorkCalendar }
}

/** A moved entry with the fields that its crew depends on. */
export interface MovedEntry extends EntryMove {
  /** Whether it is neither completed nor canceled. */
  readonly isOpen: boolean
  readonly assignedSubcontractorId: string | null
}

interface CrewDay extends Answer {
  readonly id: string
  readonly subcontractorId: string
  readonly assignedDate: string
  readonly startTime: string
  readonly endTime: string
}

/** A crew day of an entry. */
export interface DayOfEntry extends CrewDay {
  /**
   * False for a sub who was removed from the job or has left. Only their past days remain theirs.
   */
  readonly isOnJob: boolean
}

/** A crew day as it was before the move that is undone. */
export interface SavedDay extends CrewDay {
  /** The day that the move put it on, possibly the same. Null if it was deleted. */
  readonly movedTo: string | null
}

/** The changes to the crew days of an entry. */
export interface CrewPlan {
  readonly moved: readonly MovedDay[]
  readonly removed: readonly string[]
  /** The ids of deleted days to restore. */
  readonly restored: readonly string[]
  readonly added: readonly AddedDay[]
}

/**
 * Maps days of the old span to the new one: the n-th working day becomes the n-th, and a day off
 * keeps its distance from the start. A day is undefined if the new span is too short for it.
 * `added` are the working days that have no counterpart in the old span.
 */
function placeIn({ before, after, calendars }: EntryMove) {
  const old = workdaysWithin(calendars.before, before)
  const next = workdaysWithin(calendars.after, after)
  const places = new Map(old.map((day, n) => [day, next[n]]))
  return {
    added: next.slice(old.length),
    placeOf: (day: string): string | undefined => {
      if (places.has(day)) return places.get(day)
      const moved = addDays(after.startDate, daysBetween(before.startDate, day))
      return moved <= after.endDate ? moved : undefined
    },
  }
}

const unanswered: Answer = {
  confirmed: false,
  declined: false,
  declineReason: null,
  askedAt: null,
}

/** Whether nobody has answered a day or changed its hours since it was moved. */
const isUntouched = (day: DayOfEntry, saved: SavedDay) =>
  !day.confirmed &&
  !day.declined &&
  day.startTime === saved.startTime &&
  day.endTime === saved.endTime

/**
 * Plans the crew days of one entry after it moved. These days stay where they are: days outside the
 * old span, past days of finished work, days of subs who are no longer on the job, and past days of
 * subs without remaining days. A day that would land on another one of the same sub is removed.
 *
 * To undo a move, pass the days that it saved. A day that is still where the move put it goes back,
 * and a deleted one is restored, both with their answers. A day that somebody changed since loses
 * its answer.
 */
export function followEntry(
  entry: MovedEntry,
  days: readonly DayOfEntry[],
  today: string,
  saved: readonly SavedDay[] = [],
): CrewPlan {
  const { before, isOpen, assignedSubcontractorId: subId } = entry
  const { placeOf, added } = placeIn(entry)
  const taken = new Set<string>()
  const take = (sub: string, day: string) => {
    const key = `${sub} ${day}`
    return !taken.has(key) && taken.add(key)
  }
  const moved: MovedDay[] = []
  const removed: string[] = []
  const place = (day: DayOfEntry, to: string | undefined, answer = unanswered) => {
    const { id, subcontractorId, assignedDate } = day
    if (to === undefined || !take(subcontractorId, to)) removed.push(id)
    else if (to !== assignedDate) moved.push({ id, subId: subcontractorId, day: to, ...answer })
  }

  const coming = new Set(
    days.flatMap(({ subcontractorId, assignedDate }) =>
      assignedDate >= today ? [subcontractorId] : [],
    ),
  )
  const isOver = ({ subcontractorId, assignedDate: day, isOnJob }: DayOfEntry) => {
    if (!isOnJob) return true
    const hasNoDaysLeft = subcontractorId !== subId && !coming.has(subcontractorId)
    return day < today && (!isOpen || (hasNoDaysLeft && before.endDate >= today))
  }
  const stays = (day: DayOfEntry) =>
    day.assignedDate < before.startDate || day.assignedDate > before.endDate || isOver(day)

  const known = new Set(days.map(({ id }) => id))
  const savedById = new Map(saved.map((day) => [day.id, day]))
  const asMoved = (day: DayOfEntry) => {
    const old = savedById.get(day.id)
    const isAtTarget =
      old?.movedTo === day.assignedDate && old.subcontractorId === day.subcontractorId
    return isAtTarget ? old : undefined
  }
  const others = days.filter((day) => !asMoved(day))
  for (const day of others) if (stays(day)) place(day, day.assignedDate)
  for (const day of days) {
    const old = asMoved(day)
    if (old) place(day, old.assignedDate, isUntouched(day, old) ? answerOf(old) : unanswered)
  }
  const restored = saved.filter(
    ({ id, subcontractorId, assignedDate }) =>
      !known.has(id) && take(subcontractorId, assignedDate),
  )
  for (const day of others) if (!stays(day)) place(day, placeOf(day.assignedDate))
  const wasBooked = saved.some(({ subcontractorId }) => subcontractorId === subId)
  const booked = isOpen && subId && !wasBooked ? added.filter((day) => take(subId, day)) : []
  return {
    moved,
    removed,
    restored: restored.map(({ id }) => id),
    added: booked.map((day) => ({ entryId: entry.id, subId: subId ?? '', day })),
  }
}

const answerOf = ({ confirmed, declined, declineReason, askedAt }: Answer): Answer => ({
  confirmed,
  declined,
  declineReason,
  askedAt,
})
