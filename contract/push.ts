import { addDays, daysBetween } from './dates.ts'
import { topologicalOrder } from './order.ts'
import type { ScheduleStatus } from './schedule.ts'
import type { WorkCalendar } from './workdays.ts'

/** The first and the last day of an entry, both included. */
export interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** The fields of an entry that the rules use; both an entry and a row of a plan have them. */
export interface PushEntry extends Span {
  readonly id: string
  readonly status: ScheduleStatus
  /** Null for people who may not plan. */
  readonly dateFixed: boolean | null
  readonly weatherDependent: boolean | null
  readonly indoorWork: boolean | null
  readonly dependsOnIds: readonly string[]
  /** Working days by the id of the predecessor; 0 for predecessors that are not listed. */
  readonly lagDays: Readonly<Record<string, number>> | null
}

/** The working days for all work, and for outdoor work, which also stops on days of bad weather. */
export interface Workdays {
  readonly all: WorkCalendar
  readonly outdoors: WorkCalendar
}

/** An entry that starts earlier than a predecessor allows, and is not moved. */
export interface Conflict {
  readonly id: string
  readonly predecessorId: string
  /** The first day on which it could start. */
  readonly earliest: string
}

export interface Push {
  /** The new days of every entry that moves, including the proposed ones. */
  readonly moves: ReadonlyMap<string, Span>
  readonly conflicts: readonly Conflict[]
}

/** The most working days by which an entry moves earlier. */
const MAX_PULL = 3660

interface PushOptions {
  /** Whether entries also move earlier when a predecessor ends earlier. */
  readonly pull?: boolean
  /** Whether predecessors push the proposed entries to later days than proposed. */
  readonly yields?: boolean
}

/** Whether the work stops in bad weather. */
const isOutdoorWork = ({
  weatherDependent,
  indoorWork,
}: Pick<PushEntry, 'weatherDependent' | 'indoorWork'>): boolean =>
  weatherDependent === true && indoorWork === false

/** Whether no other entry moves this one. */
export const isFixed = ({ status, dateFixed }: Pick<PushEntry, 'status' | 'dateFixed'>): boolean =>
  dateFixed === true || status === 'completed' || status === 'cancelled'

/** The working days of an entry. */
export const calendarOf = (
  entry: Pick<PushEntry, 'weatherDependent' | 'indoorWork'>,
  { all, outdoors }: Workdays,
) => (isOutdoorWork(entry) ? outdoors : all)

/**
 * The number of days on which an entry is worked. Days off at its beginning and end count, because
 * somebody chose them; days off in between do not.
 */
export function workLength({ startDate, endDate }: Span, calendar: WorkCalendar): number {
  const worked = calendar.count(startDate, endDate)
  if (worked === 0) return daysBetween(startDate, endDate) + 1
  if (calendar.isWorkday(startDate) && calendar.isWorkday(endDate)) return worked
  const first = calendar.onOrAfter(startDate)
  const last = calendar.add(addDays(endDate, 1), -1)
  return worked + daysBetween(startDate, first) + daysBetween(last, endDate)
}

/**
 * The days of an entry of `length` working days that starts on a day or, if that is off, after it.
 */
function spanFrom(startDate: string, length: number, calendar: WorkCalendar): Span {
  const first = calendar.onOrAfter(startDate)
  return { startDate: first, endDate: calendar.add(first, length - 1) }
}

/**
 * The first calendar day on which an entry may start after a predecessor that ends on `endDate`.
 * Without a lag it is the next day. A positive lag adds working days in between; a negative one
 * goes back from the next working day.
 */
export function earliestStart(endDate: string, lagDays: number, calendar: WorkCalendar): string {
  return lagDays < 0
    ? calendar.add(calendar.onOrAfter(calendar.dayAfter(endDate)), lagDays)
    : calendar.dayAfter(calendar.add(endDate, lagDays))
}

/**
 * The entries of one or several jobs, each after its predecessors. Entries in a cycle are left out.
 */
function inOrderOfDependencies<E extends PushEntry>(entries: readonly E[]): E[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const waits = new Map(entries.map(({ id, dependsOnIds }) => [id, dependsOnIds]))
  return topologicalOrder(waits).flatMap((id) => byId.get(id) ?? [])
}

const later = (a: string, b: string) => (a > b ? a : b)

const isSame = (a: Span, b: Span) => a.startDate === b.startDate && a.endDate === b.endDate

/**
 * Calculates what moves when entries get the proposed days. An entry whose predecessor moved starts
 * no earlier than all its predecessors allow, and keeps its number of working days; otherwise it
 * stays where it is. Completed and canceled entries and those with a fixed date stay, which is a
 * conflict if they start too early. Nobody waits for a canceled entry.
 */
export function push(
  entries: readonly PushEntry[],
  proposed: ReadonlyMap<string, Span>,
  workdays: Workdays,
  { pull = false, yields = false }: PushOptions = {},
): Push {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const moves = new Map<string, Span>()
  const conflicts: Conflict[] = []
  for (const entry of inOrderOfDependencies(entries)) {
    const predecessors = entry.dependsOnIds.flatMap((id) => {
      const other = byId.get(id)
      return other && other.status !== 'cancelled' ? [other] : []
    })
    const requested = proposed.get(entry.id)
    if (!requested && !predecessors.some(({ id }) => moves.has(id))) continue

    const limits = predecessors.map((other) => {
      const { endDate } = moves.get(other.id) ?? other
      const earliest = earliestStart(endDate, entry.lagDays?.[other.id] ?? 0, workdays.all)
      return { id: entry.id, predecessorId: other.id, earliest }
    })
    const earliest = limits.reduce((latest, limit) => later(latest, limit.earliest), '')
    const calendar = calendarOf(entry, workdays)
    const stays =
      (requested !== undefined && !yields) || (requested === undefined && isFixed(entry))
    const from = requested ?? entry
    const startsTooEarly = from.startDate < earliest
    let span: Span = from
    if (stays) conflicts.push(...limits.filter((limit) => from.startDate < limit.earliest))
    else if (startsTooEarly) span = spanFrom(earliest, workLength(from, calendar), calendar)
    else if (pull && entry.status !== 'in_progress') {
      const days = Math.min(
        MAX_PULL,
        Math.max(...predecessors.map((other) => daysEarlier(other, moves, workdays.all))),
      )
      if (days > 0)
        span = pulled(from, later(earliest, workdays.all.add(from.startDate, -days)), calendar)
    }
    if (!isSame(span, entry)) moves.set(entry.id, span)
  }
  return { moves, conflicts }
}

/** The number of working days by which an entry ends earlier than before. */
function daysEarlier(
  { id, endDate }: PushEntry,
  moves: ReadonlyMap<string, Span>,
  calendar: WorkCalendar,
): number {
  const now = moves.get(id)?.endDate ?? endDate
  return now < endDate ? calendar.count(addDays(now, 1), endDate) : 0
}

/** The days of an entry from an earlier day on; unchanged if days off allow no earlier one. */
function pulled(span: Span, startDate: string, calendar: WorkCalendar): Span {
  const moved = spanFrom(startDate, workLength(span, calendar), calendar)
  return moved.startDate < span.startDate ? moved : span
}

/**
 * The new days of entries, by id, when a day turns out to be bad for outdoor work: an entry that
 * starts on it starts on the next working day, and one that goes on through it ends one working day
 * later. `outdoors` includes the bad day, `before` does not. Fixed entries are left out.
 */
export function weatherMoves(
  entries: readonly PushEntry[],
  day: string,
  outdoors: WorkCalendar,
  before: WorkCalendar,
): Map<string, Span> {
  const moves = new Map<string, Span>()
  for (const entry of entries) {
    const { startDate, endDate } = entry
    if (!isOutdoorWork(entry) || isFixed(entry) || day < startDate || endDate < day) continue
    const length = workLength(entry, before)
    const span =
      startDate === day
        ? spanFrom(day, length, outdoors)
        : { startDate, endDate: outdoors.add(startDate, length - 1) }
    if (!isSame(span, entry)) moves.set(entry.id, span)
  }
  return moves
}

/** The last day of the entries of a job without the canceled ones; undefined if there are none. */
export function finishOf(
  entries: readonly Pick<PushEntry, 'id' | 'status' | 'endDate'>[],
  moves: ReadonlyMap<string, Span> = new Map(),
): string | undefined {
  return entries
    .filter(({ status }) => status !== 'cancelled')
    .reduce<string | undefined>((last, entry) => {
      const { endDate } = moves.get(entry.id) ?? entry
      return last === undefined || last < endDate ? endDate : last
    }, undefined)
}

/**
 * The slack of each unfinished entry of a job, by id: the working days by which it may end later
 * without delaying the job. Entries without slack are on the critical path.
 */
export function slackOf(entries: readonly PushEntry[], workdays: Workdays): Map<string, number> {
  const { all } = workdays
  const slack = new Map<string, number>()
  const finish = finishOf(entries)
  if (finish === undefined) return slack
  const latestEnds = new Map<string, string>()
  for (const entry of inOrderOfDependencies(entries).reverse()) {
    if (entry.status === 'completed' || entry.status === 'cancelled') continue
    const latestEnd = latestEnds.get(entry.id) ?? finish
    slack.set(entry.id, all.count(addDays(entry.endDate, 1), latestEnd))
    const calendar = calendarOf(entry, workdays)
    // A fixed entry keeps its start; any other one may wait until its own latest end.
    const latestStart = isFixed(entry)
      ? entry.startDate
      : calendar.add(calendar.add(addDays(latestEnd, 1), -1), 1 - workLength(entry, calendar))
    for (const id of entry.dependsOnIds) {
      const end = all.add(latestStart, -((entry.lagDays?.[id] ?? 0) + 1))
      const known = latestEnds.get(id) ?? finish
      latestEnds.set(id, end < known ? end : known)
    }
  }
  return slack
}
