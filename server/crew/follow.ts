import { workedDays } from '@plumbline/contract/crewDays.ts'
import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import type { AddedDay, MovedDay } from './dayWrites.ts'

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** New days of an entry. */
export interface EntryMove {
  readonly id: string
  readonly before: Span
  readonly after: Span
  /** By which each of them is worked, where it is not that of the company: work outdoors rests in bad weather. */
  readonly calendars?: { readonly before: WorkCalendar; readonly after: WorkCalendar }
}

/** A moved entry with what its crew depends on. */
export interface MovedEntry extends EntryMove {
  /** Neither completed nor cancelled. */
  readonly isOpen: boolean
  readonly assignedSubcontractorId: string | null
}

/** A crew day of an entry. */
export interface DayOfEntry {
  readonly id: string
  readonly subcontractorId: string
  readonly assignedDate: string
}

/** What becomes of the crew days of entries. */
export interface CrewPlan {
  readonly moved: readonly MovedDay[]
  readonly removed: readonly string[]
  readonly added: readonly AddedDay[]
}

/**
 * Where a day of the old span is in the new one: the n-th working day becomes the n-th, a day off keeps its distance from
 * the start; undefined when the new span is too short for it.
 */
function placeIn(usual: WorkCalendar, { before, after, calendars }: EntryMove) {
  const old = workedDays(calendars?.before ?? usual, before)
  const next = workedDays(calendars?.after ?? usual, after)
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

/**
 * The crew days of one entry after it moved. Days beside the old span stay where they are, and so do those in the past of
 * finished work; one that would come to lie on another of the same sub is removed.
 */
export function followEntry(
  calendar: WorkCalendar,
  entry: MovedEntry,
  days: readonly DayOfEntry[],
  today: string,
): CrewPlan {
  const { before, isOpen, assignedSubcontractorId: subId } = entry
  const { placeOf, added } = placeIn(calendar, entry)
  const stays = ({ assignedDate: day }: DayOfEntry) =>
    day < before.startDate || day > before.endDate || (!isOpen && day < today)
  const targets = days.map((day) => ({
    day,
    to: stays(day) ? day.assignedDate : placeOf(day.assignedDate),
  }))

  const taken = new Set<string>()
  const take = (sub: string, day: string) => {
    const key = `${sub} ${day}`
    return !taken.has(key) && taken.add(key)
  }
  const moved: MovedDay[] = []
  const removed: string[] = []
  for (const { day, to } of targets) if (to === day.assignedDate) take(day.subcontractorId, to)
  for (const { day, to } of targets) {
    if (to === day.assignedDate) continue
    if (to === undefined || !take(day.subcontractorId, to)) removed.push(day.id)
    else {
      const unanswered = { confirmed: false, declined: false, declineReason: null }
      moved.push({ id: day.id, subId: day.subcontractorId, day: to, ...unanswered })
    }
  }
  const booked = isOpen && subId ? added.filter((day) => take(subId, day)) : []
  return {
    moved,
    removed,
    added: booked.map((day) => ({ entryId: entry.id, subId: subId ?? '', day })),
  }
}
