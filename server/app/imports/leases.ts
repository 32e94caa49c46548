/** First and last calendar day; null for a lease without an end, or for no lease at all. */
export interface Days {
  readonly leaseStart: string | null
  readonly leaseEnd: string | null
}

/** Whether a lease covers any of the days. */
function covers(lease: Days, { leaseStart: first, leaseEnd: last }: Days): boolean {
  if (lease.leaseStart === null || first === null) return false
  return (last === null || lease.leaseStart <= last) && (lease.leaseEnd ?? first) >= first
}

const startOf = ({ leaseStart }: Days) => leaseStart ?? ''

/** Leases in the order of their first days, as the functions below need them. */
export const inOrderOfStart = <T extends Days>(leases: readonly T[]): T[] =>
  [...leases].sort((a, b) => startOf(a).localeCompare(startOf(b)))

/** Where a lease that starts on a day belongs, behind those of the same day. */
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
 * Leases that cover any of the days: the first ones, enough to tell none, one and several apart. Leases of one home share
 * no day, so only the neighbours of the first day are compared: a file may hold thousands of one home.
 */
export function leasesOn<T extends Days>(leases: readonly T[], days: Days): T[] {
  const place = placeOf(leases, startOf(days))
  return leases.slice(Math.max(0, place - 1), place + 2).filter((lease) => covers(lease, days))
}

/** Adds a lease that shares no day with the others; one without a first day covers none, and is left out. */
export function addLease<T extends Days>(leases: T[], lease: T) {
  if (lease.leaseStart !== null) leases.splice(placeOf(leases, lease.leaseStart), 0, lease)
}
