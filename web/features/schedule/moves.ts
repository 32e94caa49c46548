import { addDays, daysBetween, shortDay, shortSpan } from '@plumbline/contract/dates.ts'
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
import { plural } from '../../ui/format.ts'

/** New days for an entry that are not saved yet. */
export interface ProposedMove {
  readonly entry: PlanEntry
  readonly startDate: string
  readonly endDate: string
}

/**
 * The new days by entry id: of the moved entry alone or, given the entries of its job, also of
 * those that move with it.
 */
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

/** The label of the choice whether the entries that wait for a moved one move, too. */
export const FOLLOW_LABEL = 'Move what follows, too'

/** The part of an entry that is moved. */
export type MovedPart = 'all' | 'start' | 'end'

/**
 * The end of a span that gets another start and keeps its number of working days, or of calendar
 * days if it starts on a day off.
 */
export function endFrom(start: string, { startDate, endDate }: Span, calendar: WorkCalendar) {
  if (!calendar.isWorkday(startDate)) return addDays(start, daysBetween(startDate, endDate))
  const length = workLength({ startDate, endDate }, calendar)
  return calendar.add(calendar.onOrAfter(start), length - 1)
}

/**
 * Moves a span and keeps its number of working days. If the target is a day off, the start moves on
 * in the same direction.
 */
function movedAsWhole(span: Span, days: number, calendar: WorkCalendar): Span {
  const target = addDays(span.startDate, days)
  const workday = days > 0 ? calendar.onOrAfter(target) : calendar.add(addDays(target, 1), -1)
  const startDate = calendar.isWorkday(span.startDate) ? workday : target
  return { startDate, endDate: endFrom(startDate, span, calendar) }
}

/**
 * Moves the start, the end or both of an entry by a number of calendar days. Moved as a whole, it
 * starts on a working day and keeps its number of working days, unless it started on a day off. It
 * always keeps at least one day.
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

/** The number of days by which the end moves. Negative if it moves earlier. */
export const endShift = ({ entry, endDate }: ProposedMove): number =>
  daysBetween(entry.endDate, endDate)

const startShift = ({ entry, startDate }: ProposedMove) => daysBetween(entry.startDate, startDate)

const FAR_DAYS = 183

/** Whether an entry starts or ends more than six months earlier or later than before. */
export const isFar = (move: ProposedMove): boolean =>
  Math.max(Math.abs(startShift(move)), Math.abs(endShift(move))) > FAR_DAYS

/**
 * A move relative to the saved days: `2 days later`, `ends 2 days later`. Empty if nothing moves.
 */
export function moveShift(move: ProposedMove): string {
  const [start, end] = [startShift(move), endShift(move)]
  if (start === end) return end === 0 ? '' : shiftText(end)
  return end === 0 ? `starts ${shiftText(start)}` : `ends ${shiftText(end)}`
}

/** A move as a sentence: `Countertop moves to Dec 9 – Dec 10, 2 days later`. */
export function moveText(move: ProposedMove, today: string): string {
  const { entry, startDate, endDate } = move
  const [start, end] = [startShift(move), endShift(move)]
  if (start === 0 && end !== 0)
    return `${entry.title} now ends ${shortDay(endDate, today)}, ${shiftText(end)}`
  if (end === 0 && start !== 0)
    return `${entry.title} now starts ${shortDay(startDate, today)}, ${shiftText(start)}`
  return `${entry.title} moves to ${shortSpan(startDate, endDate, today)}, ${moveShift(move)}`
}

/**
 * A conflict that a move leaves: `"Paint" stays on Dec 14, but could start on Dec 16 after "Tile"`.
 */
function conflictText(conflict: MoveConflict, today: string): string {
  const { title, startDate, reason, predecessorTitle, earliest } = conflict
  const day = shortDay(startDate, today, earliest)
  const first = shortDay(earliest, today, startDate)
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

/**
 * The consequences of a move: conflicts, double bookings, and the clients who see the new finish.
 */
export function outcomeOf(
  { conflicts, clashes, jobs }: MovePreview,
  today: string,
): {
  readonly warnings: readonly string[]
  readonly note: string
} {
  const seenBy = jobs.flatMap(({ clientName, finishBefore, finishAfter }) =>
    clientName && finishBefore !== finishAfter ? [clientName] : [],
  )
  return {
    warnings: [...conflicts.map((conflict) => conflictText(conflict, today)), ...clashes],
    note: [
      clashes.length === 0 && 'Nobody is double-booked by this.',
      seenBy.length > 0 &&
        `${new Intl.ListFormat('en-US').format(seenBy)} ${seenBy.length === 1 ? 'sees' : 'see'} the new finish.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}
