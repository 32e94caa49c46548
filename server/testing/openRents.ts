import { centsOf } from '@plumbline/contract/dollars.ts'

interface Rent {
  readonly tenantId: string
  /** The first day on which it is due. */
  readonly due: string
  readonly cents: number
}

interface Payment {
  readonly tenantId?: string | null | undefined
  readonly amount: string
}

/**
 * Computes the open rents of a home in one month in the simplest way. A payment of a tenant covers
 * their own rent first. The remainder, and payments without a tenant, cover the rents one after
 * another. In cents.
 */
export function openRents<R extends Rent>(rents: readonly R[], payments: readonly Payment[]) {
  const sum = (of: readonly Payment[]) => of.reduce((all, { amount }) => all + centsOf(amount), 0)
  const own = (rent: R) =>
    Math.min(
      rent.cents,
      Math.max(0, sum(payments.filter(({ tenantId }) => tenantId === rent.tenantId))),
    )
  let remaining = sum(payments) - rents.reduce((all, rent) => all + own(rent), 0)
  return rents
    .toSorted((a, b) => (a.due < b.due ? -1 : 1))
    .map((rent) => {
      const needed = rent.cents - own(rent)
      const covered = Math.min(Math.max(remaining, 0), needed)
      remaining -= covered
      return { ...rent, open: needed - covered }
    })
}
