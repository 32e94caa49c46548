// Separate from the amounts that are typed, whose schemas only editors need.
import { amountInCents } from '@plumbline/contract/totals.ts'

/** The sum of exact amounts in cents. Those that are not known count as absent. */
export const sumInCents = (amounts: readonly (string | null)[]) =>
  amounts.reduce((sum, one) => sum + (one === null ? 0n : amountInCents(one)), 0n)

/** Cents as exact dollars. */
export const dollars = (amount: bigint) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The difference of two exact amounts. */
export const less = (amount: string, off: string) =>
  dollars(amountInCents(amount) - amountInCents(off))

/** A margin in percent of the price, such as `28.2%`; null where there is no price. */
export function marginText(amount: string | null, cost: string | null): string | null {
  if (amount === null || cost === null) return null
  const price = amountInCents(amount)
  if (price <= 0n) return null
  return `${((Number(price - amountInCents(cost)) / Number(price)) * 100).toFixed(1)}%`
}
