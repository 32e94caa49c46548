import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { plural } from '../ui/format.ts'
import { shortSpan } from './days.ts'
import type { ProposedMove } from './useMove.ts'

/** Which part of an entry is moved. */
export type MovedPart = 'all' | 'start' | 'end'

/** An entry with its start, its end or both moved by so many days; it keeps at least one day. */
export function movedBy(
  entry: PlanEntry,
  { startDate, endDate }: Pick<ProposedMove, 'startDate' | 'endDate'>,
  part: MovedPart,
  days: number,
): ProposedMove {
  const room = daysBetween(startDate, endDate)
  return {
    entry,
    startDate:
      part === 'end'
        ? startDate
        : addDays(startDate, part === 'start' ? Math.min(days, room) : days),
    endDate:
      part === 'start' ? endDate : addDays(endDate, part === 'end' ? Math.max(days, -room) : days),
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
