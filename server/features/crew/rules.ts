import type { ClashResolution, CrewDay } from '@plumbline/contract/crew.ts'
import { bySuitability, clash, formatTimes, isSameTrade } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'

/** An absence of a sub. */
export interface Away {
  readonly subcontractorId: string
  readonly startDate: string
  readonly endDate: string
}

/** Whether one of the absences covers a day of a sub. */
const isAbsent = (absences: readonly Away[], subId: string, day: string) =>
  absences.some(
    (one) => one.subcontractorId === subId && one.startDate <= day && day <= one.endDate,
  )

/** The data that crew days are checked against. */
export interface CrewContext {
  /** The bookings of the same subs on the same days. There may be others among them. */
  readonly bookings: readonly CrewDay[]
  readonly absences: readonly Away[]
  readonly calendar: WorkCalendar
  /** The names of the holidays by day. */
  readonly holidays: ReadonlyMap<string, string>
  /** The current day of the company. */
  readonly today: string
}

const MAX_WARNINGS = 5

/** Warnings about written crew days: the sub is booked twice or away, or it is a day off. */
export function crewWarnings(days: readonly CrewDay[], context: CrewContext): string[] {
  const warnings = days.flatMap((day) => {
    const { assignedDate, subcontractorId, subcontractorName: name } = day
    const when = formatWeekday(assignedDate, context.today)
    const twice = context.bookings
      .filter((other) => clash(day, other))
      .map(
        (other) =>
          `${name} is also booked on ${when}: "${other.entryTitle}" (${other.jobName}), ${formatTimes(other)}`,
      )
    const holiday = context.holidays.get(assignedDate)
    return [
      ...twice,
      ...(isAbsent(context.absences, subcontractorId, assignedDate)
        ? [`${name} is away on ${when}`]
        : []),
      ...(context.calendar.isWorkday(assignedDate)
        ? []
        : [holiday ? `${when} is a day off: ${holiday}` : `${when} is not a working day`]),
    ]
  })
  return [...new Set(warnings)].slice(0, MAX_WARNINGS)
}

/** A sub who might take over a day. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly specialty: string | null
  readonly isOnJob: boolean
}

/**
 * The bookings that clash with a crew day, and the one that is easiest to move: unconfirmed before
 * confirmed, then later, then newer.
 */
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

const MAX_GIVE = 3
const MAX_LEAVE = 2

interface WaysInput extends Omit<CrewContext, 'holidays'> {
  readonly movable: CrewDay
  readonly subs: readonly Candidate[]
  /** The last day on which a free day is looked for. */
  readonly until: string
}

/**
 * The ways to resolve a double booking, best first: give the day to another free sub, those on the
 * job first, or leave it to a sub who is already on the entry that day, both to those of the same
 * trade before others; or move it to the next working day on which the sub is free.
 */
export function waysOut({
  movable,
  subs,
  bookings,
  absences,
  calendar,
  today,
  until,
}: WaysInput): ClashResolution[] {
  const { subcontractorId: own, subcontractorName, assignedDate, scheduleEntryId } = movable
  const ownTrade = subs.find(({ id }) => id === own)?.specialty
  const isFree = (subId: string, day: string) => {
    const candidate = {
      ...movable,
      id: '',
      subcontractorId: subId,
      assignedDate: day,
      declined: false,
    }
    return !isAbsent(absences, subId, day) && !bookings.some((other) => clash(candidate, other))
  }
  const isThere = (subId: string, day: string) =>
    bookings.some(
      (other) =>
        other.subcontractorId === subId &&
        other.assignedDate === day &&
        other.scheduleEntryId === scheduleEntryId,
    )
  const isComing = (subId: string, day: string) =>
    !isAbsent(absences, subId, day) &&
    bookings.some(
      (other) =>
        other.subcontractorId === subId &&
        other.assignedDate === day &&
        other.scheduleEntryId === scheduleEntryId &&
        !other.declined,
    )
  const substitute = (sub: Candidate) => ({
    isSameTrade: isSameTrade(sub.specialty, ownTrade),
    isOnJob: sub.isOnJob,
    taken: 0,
  })
  const best = (candidates: readonly Candidate[], count: number) =>
    candidates
      .toSorted((one, other) => bySuitability(substitute(one), substitute(other)))
      .slice(0, count)
  const others = subs.filter(({ id }) => id !== own)
  const way = (kind: ClashResolution['kind'], sub: Candidate, why: string): ClashResolution => ({
    kind,
    subcontractorId: sub.id,
    subcontractorName: sub.name,
    assignedDate,
    why,
  })
  const free = best(
    others.filter(({ id }) => isFree(id, assignedDate) && !isThere(id, assignedDate)),
    MAX_GIVE,
  )
  const there = best(
    others.filter(({ id }) => isComing(id, assignedDate)),
    MAX_LEAVE,
  )
  const waysTo = (ofTrade: boolean) => {
    const isMeant = (sub: Candidate) => substitute(sub).isSameTrade === ofTrade
    const trade = ofTrade ? 'same trade' : 'other trade'
    const why = ({ isOnJob }: Candidate) => `free, ${trade}${isOnJob ? ', on the job' : ''}`
    return [
      ...free.filter(isMeant).map((sub) => way('give', sub, why(sub))),
      ...there.filter(isMeant).map((sub) => way('leave', sub, 'already there')),
    ]
  }

  let next = calendar.add(assignedDate < today ? today : assignedDate, 1)
  while (next <= until && !(isFree(own, next) && !isThere(own, next))) next = calendar.add(next, 1)
  const firstName = subcontractorName.split(' ')[0]
  const move: ClashResolution[] =
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
  return [...waysTo(true), ...waysTo(false), ...move]
}
