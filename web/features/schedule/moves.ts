import { addDays, daysBetween, shortDay } from '@plumbline/contract/dates.ts'
import {
  type PushEntry,
  push,
  type Span,
  type Workdays,
  workLength,
} from '@plumbline/contract/push.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { MoveConflict, MovePreview } from '@plumbline/contract/scheduleMoves.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { shortSpan } from '../../screens/days.ts'
import { plural } from '../../ui/format.ts'

/** New days for an entry that are not saved yet. */
export interface ProposedMove {
  readonly entry: PlanEntry
  readonly startDate: string
  readonly endDate: string
}

/** The new days by id: of the entry alone, or with the entries of its job of all that follows it. */
export function spansOf(
  move: ProposedMove | null,
  entries?: readonly PushEntry[],
  workdays?: Workdays,
): ReadonlyMap<string, Span> {
  if (!move) return new Map()
  const { entry, startDate, endDate } = move
  const proposed = new Map([[entry.id, { startDate, endDate }]])
  if (!entries || !workdays) return proposed
  return push(entries, proposed, workdays, { pull: endShift(move) < 0 }).moves
}

/** An entry on its proposed days. */
export function withSpan(entry: PlanEntry, spans: ReadonlyMap<string, Span>): PlanEntry {
  const span = spans.get(entry.id)
  return span ? { ...entry, startDate: span.startDate, endDate: span.endDate } : entry
}

/** Whether what waits for an entry moves with it. */
export const FOLLOW_LABEL = 'Move what follows, too'

/** Which part of an entry is moved. */
export type MovedPart = 'all' | 'start' | 'end'

/** As many working days from another day on; a day off is passed in the direction of the move. */
function movedAsWhole({ startDate, endDate }: Span, days: number, calendar: WorkCalendar): Span {
  if (!calendar.isWorkday(startDate))
    return { startDate: addDays(startDate, days), endDate: addDays(endDate, days) }
  const target = addDays(startDate, days)
  const start = days > 0 ? calendar.onOrAfter(target) : calendar.add(addDays(target, 1), -1)
  const length = workLength({ startDate, endDate }, calendar)
  return { startDate: start, endDate: calendar.add(start, length - 1) }
}

/**
 * An entry with its start, its end or both moved by so many days. As a whole it goes from working day to working day and
 * keeps their number, unless it starts on a day off; it always keeps at least one day.
 */
export function movedBy(
  entry: PlanEntry,
  { startDate, endDate }: Span,
  part: MovedPart,
  days: number,
  calendar: WorkCalendar,
): ProposedMove {
  if (part === 'all') return { entry, ...movedAsWhole({ startDate, endDate }, days, calendar) }
  const room = daysBetween(startDate, endDate)
  return {
    entry,
    startDate: part === 'start' ? addDays(startDate, Math.min(days, room)) : startDate,
    endDate: part === 'end' ? addDays(endDate, Math.max(days, -room)) : endDate,
  }
}

/** `2 days later`, `1 day earlier`. */
const shiftText = (days: number) =>
  `${plural(Math.abs(days), 'day', 'days')} ${days < 0 ? 'earlier' : 'later'}`

/** By how many days the end moves; negative when it moves earlier. */
export const endShift = ({ entry, endDate }: ProposedMove): number =>
  daysBetween(entry.endDate, endDate)

const startShift = ({ entry, startDate }: ProposedMove) => daysBetween(entry.startDate, startDate)

/** What a move changes, beside the new days: `2 days later`, `ends 2 days later`; empty when nothing moves. */
export function moveShift(move: ProposedMove): string {
  const [start, end] = [startShift(move), endShift(move)]
  if (start === end) return end === 0 ? '' : shiftText(end)
  return end === 0 ? `starts ${shiftText(start)}` : `ends ${shiftText(end)}`
}

/** A move in a sentence: `Countertop moves to Dec 9 – Dec 10, 2 days later`. */
export function moveText(move: ProposedMove): string {
  const { entry, startDate, endDate } = move
  const [start, end] = [startShift(move), endShift(move)]
  if (start === 0 && end !== 0)
    return `${entry.title} now ends ${shortSpan(endDate, endDate)}, ${shiftText(end)}`
  if (end === 0 && start !== 0)
    return `${entry.title} now starts ${shortSpan(startDate, startDate)}, ${shiftText(start)}`
  return `${entry.title} moves to ${shortSpan(startDate, endDate)}, ${moveShift(move)}`
}

/** What a move leaves out of order: `"Inspection" stays on Dec 9, its date is fixed; "Framing" would end after that`. */
function conflictText(conflict: MoveConflict): string {
  const { title, startDate, reason, predecessorTitle, earliest } = conflict
  const [day, first] = [shortDay(startDate), shortDay(earliest)]
  if (reason === 'proposed')
    return `"${title}" starts on ${day}, but "${predecessorTitle}" lets it start on ${first}`
  const why = {
    alone: 'stays',
    fixed: 'has a fixed date and stays',
    completed: 'is completed and stays',
    cancelled: 'is cancelled and stays',
  }[reason]
  return `"${title}" ${why} on ${day}, but could start on ${first} after "${predecessorTitle}"`
}

/** What a move means for people: who is booked twice, what is out of order, who sees the new finish. */
export function outcomeOf({ conflicts, clashes, jobs }: MovePreview): {
  readonly warnings: readonly string[]
  readonly note: string
} {
  const seenBy = jobs.flatMap(({ clientName, finishBefore, finishAfter }) =>
    clientName && finishBefore !== finishAfter ? [clientName] : [],
  )
  return {
    warnings: [...conflicts.map(conflictText), ...clashes],
    note: [
      clashes.length === 0 && 'Nobody is double-booked by this.',
      seenBy.length > 0 &&
        `${new Intl.ListFormat('en-US').format(seenBy)} ${seenBy.length === 1 ? 'sees' : 'see'} the new finish.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}
