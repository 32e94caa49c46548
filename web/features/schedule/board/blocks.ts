import type { CrewAbsence } from '@plumbline/contract/absences.ts'
import type { CrewDay, UncrewedEntry } from '@plumbline/contract/crew.ts'
import {
  isCovered,
  isOpenDay,
  remainingDays,
  workdaysWithin,
} from '@plumbline/contract/crewDays.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { calendarOf, type Workdays } from '@plumbline/contract/push.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { isDoubleBooking, isUnanswered } from '../../crew/answers.ts'

/**
 * Consecutive days of one sub on one entry with the same hours and answer. A shared day is a block
 * of its own.
 */
export interface CrewBlock {
  /** The id of its first crew day, which it keeps when it is moved. */
  readonly id: string
  readonly days: readonly CrewDay[]
  readonly first: string
  readonly last: string
  /** Its position among the bookings of a shared day, and their number. */
  readonly lane: number
  readonly lanes: number
  /** Whether it is a double booking. */
  readonly isClash: boolean
}

const continues = (block: CrewBlock, day: CrewDay) => {
  const [one] = block.days
  return (
    one !== undefined &&
    block.lanes === 1 &&
    addDays(block.last, 1) === day.assignedDate &&
    one.scheduleEntryId === day.scheduleEntryId &&
    one.confirmed === day.confirmed &&
    one.declined === day.declined &&
    one.startTime === day.startTime &&
    one.endTime === day.endTime
  )
}

/** The blocks of one sub, given their crew days sorted by day and start time. */
export function blocksOf(days: readonly CrewDay[]): CrewBlock[] {
  const blocks: CrewBlock[] = []
  for (let from = 0, to = 0; from < days.length; from = to) {
    const date = days[from]?.assignedDate
    while (days[to]?.assignedDate === date) to++
    const ofDay = days.slice(from, to)
    for (const [lane, day] of ofDay.entries()) {
      const before = blocks.at(-1)
      if (before && ofDay.length === 1 && continues(before, day))
        blocks[blocks.length - 1] = {
          ...before,
          days: [...before.days, day],
          last: day.assignedDate,
        }
      else
        blocks.push({
          id: day.id,
          days: [day],
          first: day.assignedDate,
          last: day.assignedDate,
          lane,
          lanes: ofDay.length,
          isClash: ofDay.some((other) => isDoubleBooking(day, other)),
        })
    }
  }
  return blocks
}

/** The days on which the server books a sub for an entry. Outdoor work skips bad weather. */
export const daysToBook = (
  entry: UncrewedEntry,
  workdays: Workdays,
  today: string,
): readonly string[] => remainingDays(workdaysWithin(calendarOf(entry, workdays), entry), today)

/** Consecutive days of an entry without a crew. */
export interface UncrewedBlock {
  readonly entry: UncrewedEntry
  readonly first: string
  readonly last: string
  readonly lane: number
}

/** Groups sorted days into runs of consecutive ones. */
function runsOf(days: readonly string[]): { first: string; last: string }[] {
  const runs: { first: string; last: string }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

interface Run {
  readonly first: string
  readonly last: string
}

/** Whether an absence covers a day. */
export const isAbsent = (
  { startDate, endDate }: Pick<CrewAbsence, 'startDate' | 'endDate'>,
  day: string,
): boolean => startDate <= day && day <= endDate

/**
 * The shown days on which a sub is marked as away: those without a booking or, if all are booked,
 * the booked ones.
 */
export function awayRuns(
  away: Pick<CrewAbsence, 'startDate' | 'endDate'>,
  days: readonly CrewDay[],
  shown: readonly string[],
): Run[] {
  const booked = new Set(days.map(({ assignedDate }) => assignedDate))
  const covered = shown.filter((day) => isAbsent(away, day))
  const free = covered.filter((day) => !booked.has(day))
  return runsOf(free.length > 0 ? free : covered)
}

/**
 * Places entries without a crew, given by start, in as few lanes as possible. An entry stays in its
 * lane.
 */
export function uncrewedBlocks(
  entries: readonly UncrewedEntry[],
  workdays: Workdays,
  today: string,
  period: { readonly first: string; readonly last: string },
): { blocks: UncrewedBlock[]; lanes: number } {
  const ends: string[] = []
  const blocks = entries.flatMap((entry) => {
    const free = ends.findIndex((end) => end < entry.startDate)
    const lane = free === -1 ? ends.length : free
    ends[lane] = entry.endDate
    const days = daysToBook(entry, workdays, today).filter(
      (day) => day >= period.first && day <= period.last,
    )
    return runsOf(days).map((run) => ({ entry, lane, ...run }))
  })
  return { blocks, lanes: ends.length }
}

/** The days of a block whose first day moves. The others follow on the next working days. */
export const movedDays = (calendar: WorkCalendar, count: number, first: string): string[] =>
  Array.from({ length: count }, (_, n) => calendar.add(first, n))

/** The number of problems among the crew days of open entries from today on. */
export interface Counts {
  /** Days on which a sub is booked twice. */
  readonly clashes: number
  readonly unconfirmed: number
  readonly declined: number
  /** Subs who have not answered. */
  readonly subs: number
}

export function countsOf(days: readonly CrewDay[], today: string): Counts {
  const coming = days.filter((day) => day.assignedDate >= today && isOpenDay(day))
  const open = coming.filter(isUnanswered)
  return {
    clashes: clashKeys(coming).size,
    unconfirmed: open.length,
    declined: coming.filter((day) => day.declined && !isCovered(day, days)).length,
    subs: new Set(open.map(({ subcontractorId }) => subcontractorId)).size,
  }
}

/** The keys of the days on which a sub is booked twice. */
function clashKeys(days: readonly CrewDay[]): ReadonlySet<string> {
  const ofDay = new Map<string, CrewDay[]>()
  for (const day of days) {
    const key = `${day.subcontractorId} ${day.assignedDate}`
    ofDay.set(key, [...(ofDay.get(key) ?? []), day])
  }
  const twice = [...ofDay].filter(([, list]) =>
    list.some((one) => list.some((other) => isDoubleBooking(one, other))),
  )
  return new Set(twice.map(([key]) => key))
}

/** The number of days on which a sub is booked. */
export const bookedDays = (days: readonly CrewDay[]): number =>
  new Set(days.filter(({ declined }) => !declined).map(({ assignedDate }) => assignedDate)).size
