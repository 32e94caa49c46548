import type { CrewAbsence } from '@plumbline/contract/absences.ts'
import type { CrewDay, UncrewedEntry } from '@plumbline/contract/crew.ts'
import {
  type Booking,
  clash,
  crewHours,
  isCovered,
  isOpenDay,
} from '@plumbline/contract/crewDays.ts'
import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import type { Subcontractor } from '@plumbline/contract/subcontractors.ts'
import { isDoubleBooking, isUnanswered } from '../../crew/answers.ts'
import { blocksOf, bookedDays, type CrewBlock, isAbsent } from './blocks.ts'
import type { Search, Show } from './search.ts'

/** A sub as the board shows them. */
export interface BoardSub {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly specialty: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** A row of the board. */
export interface BoardRow {
  readonly sub: BoardSub
  readonly days: readonly CrewDay[]
  readonly blocks: readonly CrewBlock[]
  readonly absences: readonly CrewAbsence[]
  /** The number of days on which the sub is booked. */
  readonly booked: number
  /** The largest number of bookings on one day. */
  readonly lanes: number
}

const NONE: readonly never[] = []

const groupBySub = <T extends { readonly subcontractorId: string }>(rows: readonly T[]) => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row.subcontractorId)
    if (group) group.push(row)
    else groups.set(row.subcontractorId, [row])
  }
  return groups
}

/** The rows of the board, in the order of the subs. */
export function rowsOf(
  subs: readonly Subcontractor[],
  days: readonly CrewDay[],
  absences: readonly CrewAbsence[],
): BoardRow[] {
  const [daysOf, absencesOf] = [groupBySub(days), groupBySub(absences)]
  return subs.map((sub) => {
    const own = daysOf.get(sub.id) ?? NONE
    const blocks = blocksOf(own)
    return {
      sub,
      days: own,
      blocks,
      absences: absencesOf.get(sub.id) ?? NONE,
      booked: bookedDays(own),
      lanes: Math.max(1, ...blocks.map(({ lanes }) => lanes)),
    }
  })
}

interface Shown {
  /** The days of all subs. */
  readonly all: readonly CrewDay[]
  readonly today: string
  readonly uncrewed: readonly UncrewedEntry[]
}

/** Whether a kind of problem concerns a sub, from today on. */
function isShown(show: Show, { days, absences }: BoardRow, { all, today, uncrewed }: Shown) {
  const coming = days.filter((day) => day.assignedDate >= today && isOpenDay(day))
  switch (show) {
    case 'clashes':
      return coming.some((one) => coming.some((other) => isDoubleBooking(one, other)))
    case 'unconfirmed':
      return coming.some(isUnanswered)
    case 'declined':
      return coming.some((day) => day.declined && !isCovered(day, all))
    case 'uncrewed': {
      const isTaken = ({ startDate, endDate }: UncrewedEntry) =>
        days.some((day) => day.assignedDate >= startDate && day.assignedDate <= endDate) ||
        absences.some((away) => away.startDate <= endDate && away.endDate >= startDate)
      return uncrewed.some((entry) => !isTaken(entry))
    }
  }
}

/**
 * The rows that match the filters of the URL. For entries without a crew, these are the subs who
 * are free then.
 */
export function filteredRows(
  rows: readonly BoardRow[],
  { trade, jobId, show }: Pick<Search, 'trade' | 'jobId' | 'show'>,
  today: string,
  uncrewed: readonly UncrewedEntry[],
): BoardRow[] {
  const shown = { all: rows.flatMap(({ days }) => days), today, uncrewed }
  return rows.filter(
    (row) =>
      (!trade || row.sub.specialty === trade) &&
      (!jobId || row.days.some((day) => day.jobId === jobId)) &&
      (!show || isShown(show, row, shown)),
  )
}

/** The trades of the subs, by name. */
export const tradesOf = (subs: readonly BoardSub[]): string[] =>
  [...new Set(subs.flatMap(({ specialty }) => specialty ?? []))].sort(byLetters)

/** The bookings of a sub on the given days, with the usual hours. */
export const bookingsOf = (subcontractorId: string, dates: readonly string[]): Booking[] =>
  dates.map((assignedDate) => ({
    ...crewHours,
    ...{ id: '', subcontractorId, assignedDate, declined: false },
  }))

interface Obstacles {
  readonly bookings: readonly CrewDay[]
  readonly away: readonly CrewAbsence[]
}

/** Whether there is any obstacle. */
export const isTaken = ({ bookings, away }: Obstacles): boolean => bookings.length + away.length > 0

/** The obstacles to bookings of a sub: other bookings at the same time, and days away. */
export function obstacles(row: BoardRow, wanted: readonly Booking[]): Obstacles {
  const ids = new Set(wanted.map(({ id }) => id))
  return {
    bookings: row.days.filter((day) => !ids.has(day.id) && wanted.some((one) => clash(one, day))),
    away: row.absences.filter((away) =>
      wanted.some(({ assignedDate }) => isAbsent(away, assignedDate)),
    ),
  }
}
