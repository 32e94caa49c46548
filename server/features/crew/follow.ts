import { workedDays } from '@plumbline/contract/crewDays.ts'
import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import type { AddedDay, Answer, MovedDay } from './dayWrites.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** New days of an entry. */
export interface EntryMove {
  readonly id: string
  readonly before: Span
  readonly after: Span
  /** By which each of them is worked: work outdoors rests in bad weather. */
  readonly calendars: { readonly before: WorkCalendar; readonly after: WorkCalendar }
}

/** A moved entry with what its crew depends on. */
export interface MovedEntry extends EntryMove {
  /** Neither completed nor cancelled. */
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
  /** False for a sub who was taken off the job or left: only what is over is still theirs. */
  readonly isOnJob: boolean
}

/** A crew day as it was before the move that is undone. */
export interface KeptDay extends CrewDay {
  /** The day that the move made of it, maybe the same; null when it was deleted. */
  readonly movedTo: string | null
}

/** What becomes of the crew days of entries. */
export interface CrewPlan {
  readonly moved: readonly MovedDay[]
  readonly removed: readonly string[]
  /** Deleted days that come back, by their ids. */
  readonly restored: readonly string[]
  readonly added: readonly AddedDay[]
}

/**
 * Where a day of the old span is in the new one: the n-th working day becomes the n-th, a day off keeps its distance from
 * the start; undefined when the new span is too short for it.
 */
function placeIn({ before, after, calendars }: EntryMove) {
  const old = workedDays(calendars.before, before)
  const next = workedDays(calendars.after, after)
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

/** Nobody answered a day or gave it other hours since it was moved. */
const isUntouched = (day: DayOfEntry, kept: KeptDay) =>
  !day.confirmed &&
  !day.declined &&
  day.startTime === kept.startTime &&
  day.endTime === kept.endTime

/**
 * The crew days of one entry after it moved. Days beside the old span stay where they are, and so do those that are over: of
 * finished work, of subs who are not on the job any more, and of those who have none of the days that are left. One that would
 * come to lie on another of the same sub is removed.
 *
 * To undo a move, the days that it kept are given. A day that is where the move put it goes back to where it was, and one
 * that is gone comes back, both with their answers; a day that somebody touched since has none.
 */
export function followEntry(
  entry: MovedEntry,
  days: readonly DayOfEntry[],
  today: string,
  kept: readonly KeptDay[] = [],
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
    const hasLeft = subcontractorId !== subId && !coming.has(subcontractorId)
    return day < today && (!isOpen || (hasLeft && before.endDate >= today))
  }
  const stays = (day: DayOfEntry) =>
    day.assignedDate < before.startDate || day.assignedDate > before.endDate || isOver(day)

  const known = new Set(days.map(({ id }) => id))
  const keptById = new Map(kept.map((day) => [day.id, day]))
  const asMoved = (day: DayOfEntry) => {
    const old = keptById.get(day.id)
    const isThere = old?.movedTo === day.assignedDate && old.subcontractorId === day.subcontractorId
    return isThere ? old : undefined
  }
  const others = days.filter((day) => !asMoved(day))
  for (const day of others) if (stays(day)) place(day, day.assignedDate)
  for (const day of days) {
    const old = asMoved(day)
    if (old) place(day, old.assignedDate, isUntouched(day, old) ? answerOf(old) : unanswered)
  }
  const restored = kept.filter(
    ({ id, subcontractorId, assignedDate }) =>
      !known.has(id) && take(subcontractorId, assignedDate),
  )
  for (const day of others) if (!stays(day)) place(day, placeOf(day.assignedDate))
  const isKept = kept.some(({ subcontractorId }) => subcontractorId === subId)
  const booked = isOpen && subId && !isKept ? added.filter((day) => take(subId, day)) : []
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
