import { daysBetween, isDay } from '@plumbline/contract/dates.ts'
import { centsFromDollars, formatCents } from '@plumbline/contract/money.ts'
import { daysInMonth, formatMonth } from '@plumbline/contract/months.ts'
import { rentOfMonth } from '@plumbline/contract/rent.ts'

/** The values of a lease form while it is being filled in. */
interface TypedLease {
  readonly leaseStart?: string | null | undefined
  readonly leaseEnd?: string | null | undefined
  readonly rentFrom?: string | null | undefined
  readonly monthlyRent?: string | number | null | undefined
}

/**
 * The rent for the first month: `First month: $612.90 for 19 of 31 days`. Null until a start day
 * and a rent are entered.
 */
export function firstMonthText({ leaseStart, leaseEnd, rentFrom, monthlyRent }: TypedLease) {
  const rentCents = centsFromDollars(String(monthlyRent ?? '')) ?? null
  if (!leaseStart || !isDay(leaseStart) || rentCents === null) return null
  const first = rentFrom && rentFrom > leaseStart ? rentFrom : leaseStart
  if (leaseEnd && leaseEnd < first) return null
  const month = first.slice(0, 7)
  const all = daysInMonth(month)
  const monthEnd = `${month}-${all}`
  const last = leaseEnd && leaseEnd < monthEnd ? leaseEnd : monthEnd
  const lease = { leaseStart: first, leaseEnd: leaseEnd ?? null, rentCents, changes: [] }
  const cost = formatCents(rentOfMonth(lease, month))
  const days = daysBetween(first, last) + 1
  if (days === all) return `First month: ${cost} for all of ${formatMonth(month)}`
  return `First month: ${cost} for ${days} of ${all} days`
}
