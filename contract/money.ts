import { z } from 'zod'
import { centsOf, NO_AMOUNT, readDollars } from './dollars.ts'

/**
 * The largest amount, in cents ($999,999,999.99): ten thousand of them still add up exactly in a
 * double.
 */
export const MAX_CENTS = 99_999_999_999

const MAX_AMOUNT = MAX_CENTS / 100

/** Typed dollars (`48,250.75`, `$5`) as cents, or the problem with them. */
export function readCents(typed: string): { value: number } | { problem: string } {
  const read = readDollars(typed, MAX_AMOUNT)
  return 'value' in read ? { value: centsOf(read.value) } : read
}

function problemOf(value: unknown): string {
  const read = typeof value === 'string' ? readCents(value) : undefined
  return read && 'problem' in read ? read.problem : NO_AMOUNT
}

/**
 * An amount in whole cents, 0 or more. A form holds the typed text as long as it is no amount, and
 * the problem says what is wrong with it.
 */
export const cents = z
  .number({ error: ({ input }) => problemOf(input) })
  .int('Amounts are whole cents')
  .min(0, 'Amounts cannot be negative')
  .max(MAX_CENTS, 'That amount is too large')

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as US dollars, `4825075` as `$48,250.75`; a missing amount is `$0.00`. */
export function formatCents(amount: number | null | undefined): string {
  return dollars.format((amount ?? 0) / 100)
}

/** Typed dollars as cents; null if empty, undefined if it is not an amount. */
export function centsFromDollars(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const read = readCents(typed)
  return 'value' in read ? read.value : undefined
}

/** Cents as the plain text of a money input: `4825075` as `48250.75`, null as empty. */
export function dollarsFromCents(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : (amount / 100).toFixed(2)
}
