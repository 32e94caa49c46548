import { addDays, daysBetween } from './dates.ts'
import { addMonths, daysInMonth } from './months.ts'

/**
 * The grace period of rent, in days. Rent is due on the first of the month, or on the first day of
 * a lease that starts later in the month.
 */
export const RENT_GRACE_DAYS = 5

/** A new monthly rent from a day on, in cents. */
export interface RentChange {
  readonly startsOn: string
  readonly rentCents: number
}

/**
 * The rent terms of a lease: the first and the last calendar day (null if it is open), and the rent
 * for a whole month, in cents.
 */
export interface RentedLease {
  readonly leaseStart: string
  readonly leaseEnd: string | null
  readonly rentCents: number
  readonly changes: readonly RentChange[]
  /**
   * The first day whose rent counts, for a lease that is older than the books; if null, the start
   * of the lease.
   */
  readonly rentFrom?: string | null
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The rent for a whole month that is in force on a day of the lease, in cents. */
export function rentOn({ rentCents, changes }: RentedLease, on: string): number {
  const begun = changes.filter(({ startsOn }) => startsOn <= on)
  return begun.reduce((last, next) => (next.startsOn > last.startsOn ? next : last), {
    startsOn: '',
    rentCents,
  }).rentCents
}

/**
 * The days of a month (`YYYY-MM`) for which rent is owed, first and last; undefined when there are
 * none.
 */
function rentedDays(
  lease: RentedLease,
  month: string,
): { first: string; last: string } | undefined {
  const begins = later(lease.leaseStart, lease.rentFrom ?? lease.leaseStart)
  const monthEnd = addDays(`${addMonths(month, 1)}-01`, -1)
  const first = later(begins, `${month}-01`)
  const last = earlier(lease.leaseEnd ?? monthEnd, monthEnd)
  return first <= last ? { first, last } : undefined
}

/**
 * The rent owed for a month (`YYYY-MM`), in cents: each day costs its monthly rent divided by the
 * days of the month, and the sum is rounded once, half up. A whole month at one rent is exactly
 * that rent.
 */
export function rentOfMonth(lease: RentedLease, month: string): number {
  const days = rentedDays(lease, month)
  if (!days) return 0
  const starts = lease.changes
    .map(({ startsOn }) => startsOn)
    .filter((day) => day > days.first && day <= days.last)
  const edges = [...new Set([days.first, ...starts])].sort()
  const owed = edges.reduce((sum, from, n) => {
    const next = edges[n + 1] ?? addDays(days.last, 1)
    return sum + rentOn(lease, from) * daysBetween(from, next)
  }, 0)
  return Math.round(owed / daysInMonth(month))
}

/** The day on which the rent of a month is due; undefined when none is. */
export const rentDueOn = (lease: RentedLease, month: string): string | undefined =>
  rentedDays(lease, month)?.first

/**
 * The state of the rent for a month: the amount received compared with the amount expected, on a
 * day.
 */
export const rentStates = ['none', 'open', 'paid', 'paidLate', 'part', 'missing', 'extra'] as const
export type RentState = (typeof rentStates)[number]

interface MonthOfRent {
  /** Dollars or cents, both in the same unit. */
  readonly expected: number
  readonly received: number
  /** The first day on which rent of the month is due. */
  readonly dueOn: string | null
  /** The day of the last payment that was not reversed. */
  readonly paidOn: string | null
}

/**
 * `none`: nothing was expected or received. `extra`: rent was received without being expected.
 * `open`: not late yet. `part` and `missing`: late. `paidLate`: paid in full after the days of
 * grace.
 */
export function rentStateOf(
  { expected, received, dueOn, paidOn }: MonthOfRent,
  today: string,
): RentState {
  if (expected <= 0 || dueOn === null) return received > 0 ? 'extra' : 'none'
  const lastDay = addDays(dueOn, RENT_GRACE_DAYS)
  if (received >= expected) return paidOn !== null && paidOn > lastDay ? 'paidLate' : 'paid'
  if (today <= lastDay) return 'open'
  return received > 0 ? 'part' : 'missing'
}
