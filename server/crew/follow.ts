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

/** A crew day of an entry. */
export interface DayOfEntry extends Answer {
  readonly id: string
  readonly subcontractorId: string
  readonly assignedDate: string
}

/** A crew day as it was before the move that is undone. */
export interface KeptDay extends DayOfEntry {
  /** The day that it became; null when it was deleted. */
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

/** Nobody touched a day since it was moved: it is where the move put it, and without a new answer. */
const isUntouched = (day: DayOfEntry, kept: KeptDay) =>
  day.assignedDate === kept.movedTo &&
  day.subcontractorId === kept.subcontractorId &&
  !day.confirmed &&
  !day.declined

/**
 * The crew days of one entry after it moved. Days beside the old span stay where they are, and so do those in the past of
 * finished work; one that would come to lie on another of the same sub is removed. When a move is undone, the days that it
 * changed are as they were before, with their answers.
 */
export function followEntry(
  entry: MovedEntry,
  days: readonly DayOfEntry[],
  today: string,
  kept: readonly KeptDay[] = [],
): CrewPlan {
  const { before, isOpen, assignedSubcontractorId: subId } = entry
  const { placeOf, added } = placeIn(entry)
  const keptById = new Map(kept.map((day) => [day.id, day]))
  const stays = ({ assignedDate: day }: DayOfEntry) =>
    day < before.startDate || day > before.endDate || (!isOpen && day < today)
  const targets = days.map((day) => {
    const old = keptById.get(day.id)
    const { assignedDate, confirmed, declined, declineReason, askedAt } =
      old && isUntouched(day, old) ? old : { ...unanswered, assignedDate: undefined }
    const to = assignedDate ?? (stays(day) ? day.assignedDate : placeOf(day.assignedDate))
    return { day, to, answer: { confirmed, declined, declineReason, askedAt } }
  })

  const taken = new Set<string>()
  const take = (sub: string, day: string) => {
    const key = `${sub} ${day}`
    return !taken.has(key) && taken.add(key)
  }
  const moved: MovedDay[] = []
  const removed: string[] = []
  for (const { day, to } of targets) if (to === day.assignedDate) take(day.subcontractorId, to)
  for (const { day, to, answer } of targets) {
    if (to === day.assignedDate) continue
    if (to === undefined || !take(day.subcontractorId, to)) removed.push(day.id)
    else moved.push({ id: day.id, subId: day.subcontractorId, day: to, ...answer })
  }
  const restored = kept.filter(
    ({ movedTo, subcontractorId, assignedDate }) =>
      movedTo === null && take(subcontractorId, assignedDate),
  )
  const booked = isOpen && subId ? added.filter((day) => take(subId, day)) : []
  return {
    moved,
    removed,
    restored: restored.map(({ id }) => id),
    added: booked.map((day) => ({ entryId: entry.id, subId: subId ?? '', day })),
  }
}
