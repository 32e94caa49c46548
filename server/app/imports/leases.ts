/**
 * The first and last calendar day of a lease, `YYYY-MM-DD`. The end is null for a lease without
 * one, and both are null if there is no lease.
 */
export interface Days {
  readonly leaseStart: string | null
  readonly leaseEnd: string | null
}

/** Whether a lease covers at least one of the days. */
function covers(lease: Days, { leaseStart: first, leaseEnd: last }: Days): boolean {
  if (lease.leaseStart === null || first === null) return false
  return (last === null || lease.leaseStart <= last) && (lease.leaseEnd ?? first) >= first
}

const startOf = ({ leaseStart }: Days) => leaseStart ?? ''

/** Sorts leases by their first day, as the functions below require. */
export const inOrderOfStart = <T extends Days>(leases: readonly T[]): T[] =>
  [...leases].sort((a, b) => startOf(a).localeCompare(startOf(b)))

/** The index at which a lease with this first day is inserted, after those of the same day. */
function placeOf(leases: readonly Days[], start: string): number {
  let [low, high] = [0, leases.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const lease = leases[middle]
    if (lease && startOf(lease) <= start) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The first leases that cover at least one of the days, enough to distinguish none, one and
 * several. Leases of one home do not overlap, so only the neighbors of the first day are compared:
 * a file may contain thousands of leases of one home.
 */
export function leasesOn<T extends Days>(leases: readonly T[], days: Days): T[] {
  const place = placeOf(leases, startOf(days))
  return leases.slice(Math.max(0, place - 1), place + 2).filter((lease) => covers(lease, days))
}

/**
 * Adds a lease that does not overlap with the others. One without a first day covers no days and is
 * not added.
 */
export function addLease<T extends Days>(leases: T[], lease: T) {
  if (lease.leaseStart !== null) leases.splice(placeOf(leases, lease.leaseStart), 0, lease)
}
