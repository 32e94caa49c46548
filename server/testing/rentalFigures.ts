import { centsOf } from '@plumbline/contract/dollars.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import type { PropertyStatus, RentalStats } from '@plumbline/contract/rentals.ts'

interface Home {
  readonly id: string
  readonly status: PropertyStatus
  readonly statusSetByHand: boolean
  readonly monthlyRent: string | null
  readonly archivedAt: Date | null
}

interface Lease {
  readonly propertyId: string | null
  readonly leaseStart: string | null
  readonly leaseEnd: string | null
}

/**
 * Computes the cards of the rentals and the status of every property on a day in the simplest way:
 * row by row and in whole cents.
 */
export function plainFigures(homes: readonly Home[], leases: readonly Lease[], today: string) {
  const byHome = groupBy(leases, ({ propertyId }) => propertyId ?? '')
  const covers = ({ leaseStart, leaseEnd }: Lease) =>
    leaseStart !== null && leaseStart <= today && (leaseEnd === null || today <= leaseEnd)
  const statuses = new Map(
    homes.map(({ id, status, statusSetByHand }): [string, PropertyStatus] => {
      const isLet = (byHome.get(id) ?? []).some(covers)
      return [id, statusSetByHand ? status : isLet ? 'occupied' : 'vacant']
    }),
  )
  const current = homes.filter(({ archivedAt }) => archivedAt === null)
  const occupied = current.filter(({ id }) => statuses.get(id) === 'occupied').length
  const rents = current.reduce((all, { monthlyRent }) => all + centsOf(monthlyRent ?? '0'), 0)
  const stats: RentalStats = {
    totalProperties: current.length,
    occupied,
    vacant: current.length - occupied,
    monthlyRentRoll: dollarsFromCents(rents),
    occupancyRate: current.length === 0 ? 0 : Math.round((100 * occupied) / current.length),
    annualRevenue: dollarsFromCents(12 * rents),
  }
  return { stats, statuses }
}
