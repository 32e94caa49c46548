import { z } from 'zod'

/**
 * The largest amount, in cents ($999,999,999.99): ten thousand of them still add up exactly in a
 * double.
 */
export const MAX_CENTS = 99_999_999_999

/** An amount in whole cents, 0 or more. */
export const cents = z
  .number('Enter an amount')
  .int('Amounts are whole cents')
  .min(0, 'Amounts cannot be negative')
  .max(MAX_CENTS, 'That amount is too large')

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as US dollars, `4825075` as `$48,250.75`; a missing amount is `$0.00`. */
export function formatCents(amount: number | null | undefined): string {
  return dollars.format((amount ?? 0) / 100)
}

/** Typed dollars (`48,250.75`, `$5`) as cents; null if empty, undefined if it is not an amount. */
export function centsFromDollars(typed: string): number | null | undefined {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (plain === '') return null
  const match = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Cents as the plain text of a money input: `4825075` as `48250.75`, null as empty. */
export function dollarsFromCents(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : (amount / 100).toFixed(2)
}
