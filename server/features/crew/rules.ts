import type { CrewDay, CrewWay } from '@plumbline/contract/crew.ts'
import { clash, formatTimes, formatWeekday } from '@plumbline/contract/crewDays.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'

/** Days on which a sub is away. */
export interface Away {
  readonly subcontractorId: string
  readonly startDate: string
  readonly endDate: string
}

/** Whether one of the absences covers a sub's day. */
const isAbsent = (absences: readonly Away[], subId: string, day: string) =>
  absences.some(
    (one) => one.subcontractorId === subId && one.startDate <= day && day <= one.endDate,
  )

/** What crew days are compared with. */
export interface Surroundings {
  /** The bookings of the same subs on the same days, and any others. */
  readonly bookings: readonly CrewDay[]
  readonly absences: readonly Away[]
  readonly calendar: WorkCalendar
  /** The names of the holidays by day. */
  readonly holidays: ReadonlyMap<string, string>
}

const MAX_WARNINGS = 5

/** What to look at after crew days were written, in words: booked twice, away, a day off. */
export function crewWarnings(days: readonly CrewDay[], around: Surroundings): string[] {
  const warnings = days.flatMap((day) => {
    const { assignedDate, subcontractorId, subcontractorName: name } = day
    const when = formatWeekday(assignedDate)
    const twice = around.bookings
      .filter((other) => clash(day, other))
      .map(
        (other) =>
          `${name} is also booked on ${when}: "${other.entryTitle}" (${other.jobName}), ${formatTimes(other)}`,
      )
    const holiday = around.holidays.get(assignedDate)
    return [
      ...twice,
      ...(isAbsent(around.absences, subcontractorId, assignedDate)
        ? [`${name} is away on ${when}`]
        : []),
      ...(around.calendar.isWorkday(assignedDate)
        ? []
        : [holiday ? `${when} is a day off: ${holiday}` : `${when} is not a working day`]),
    ]
  })
  return [...new Set(warnings)].slice(0, MAX_WARNINGS)
}

/** A sub who might take a day over. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly specialty: string | null
  readonly isOnJob: boolean
}

/** The bookings at the time of a crew day, and which of them is easier to move: not confirmed, later, newer. */
export function clashOf(
  day: CrewDay,
  bookings: readonly CrewDay[],
): { days: CrewDay[]; movable: CrewDay } {
  const days = [...bookings.filter((other) => clash(day, other)), day].sort(
    (a, b) => a.startTime.localeCompare(b.startTime) || a.createdAt.localeCompare(b.createdAt),
  )
  const [movable = day] = days
    .toReversed()
    .sort((a, b) => Number(a.confirmed) - Number(b.confirmed))
  return { days, movable }
}

const trade = (specialty: string | null) => specialty?.trim().toLowerCase() || null

const MAX_GIVE = 3
const MAX_LEAVE = 2

interface WaysInput extends Omit<Surroundings, 'holidays'> {
  readonly movable: CrewDay
  readonly subs: readonly Candidate[]
  readonly today: string
  /** How far ahead a free day is looked for. */
  readonly until: string
}

/**
 * The ways out of a double booking, best first: another free sub of the trade, first one who is on the job; one of another
 * trade; a sub who is there already; the next working day on which the sub is free.
 */
export function waysOut({
  movable,
  subs,
  bookings,
  absences,
  calendar,
  today,
  until,
}: WaysInput): CrewWay[] {
  const { subcontractorId: own, subcontractorName, assignedDate, scheduleEntryId } = movable
  const ownTrade = trade(subs.find(({ id }) => id === own)?.specialty ?? null)
  const isFree = (subId: string, day: string) => {
    const there = { ...movable, id: '', subcontractorId: subId, assignedDate: day, declined: false }
    return !isAbsent(absences, subId, day) && !bookings.some((other) => clash(there, other))
  }
  const isThere = (subId: string, day: string) =>
    bookings.some(
      (other) =>
        other.subcontractorId === subId &&
        other.assignedDate === day &&
        other.scheduleEntryId === scheduleEntryId,
    )
  const comes = (subId: string, day: string) =>
    !isAbsent(absences, subId, day) &&
    bookings.some(
      (other) =>
        other.subcontractorId === subId &&
        other.assignedDate === day &&
        other.scheduleEntryId === scheduleEntryId &&
        !other.declined,
    )
  const sameTrade = (sub: Candidate) => ownTrade !== null && trade(sub.specialty) === ownTrade
  const rank = (sub: Candidate) => (sameTrade(sub) ? 0 : 2) + (sub.isOnJob ? 0 : 1)
  const others = subs.filter(({ id }) => id !== own)
  const way = (kind: CrewWay['kind'], sub: Candidate, why: string): CrewWay => ({
    kind,
    subcontractorId: sub.id,
    subcontractorName: sub.name,
    assignedDate,
    why,
  })
  const give = others
    .filter(({ id }) => isFree(id, assignedDate) && !isThere(id, assignedDate))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_GIVE)
    .map((sub) =>
      way(
        'give',
        sub,
        ['free', sameTrade(sub) ? 'same trade' : 'other trade', sub.isOnJob && 'on the job']
          .filter(Boolean)
          .join(', '),
      ),
    )
  const leave = others
    .filter(({ id }) => comes(id, assignedDate))
    .slice(0, MAX_LEAVE)
    .map((sub) => way('leave', sub, 'already there'))

  let next = calendar.add(assignedDate < today ? today : assignedDate, 1)
  while (next <= until && !(isFree(own, next) && !isThere(own, next))) next = calendar.add(next, 1)
  const firstName = subcontractorName.split(' ')[0]
  const move: CrewWay[] =
    next <= until
      ? [
          {
            kind: 'move',
            subcontractorId: own,
            subcontractorName,
            assignedDate: next,
            why: `${firstName} is free`,
          },
        ]
      : []
  return [...give, ...leave, ...move]
}
