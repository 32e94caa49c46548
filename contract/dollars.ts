import { z } from 'zod'
import { typedNumber } from './numbers.ts'

/** The largest dollar amount for a column of ten digits, two of them after the decimal point. */
const MAX_DOLLARS = 99_999_999.99

export const NO_AMOUNT = 'Enter an amount'
const AMOUNT_FORMAT = 'Enter an amount such as 48,250.75'
// Both have the message, because a form shows the problem of the first.
const typed = [z.string(NO_AMOUNT), z.number(NO_AMOUNT)] as const

/** An amount as exact dollars with two decimals, or the problem with it. */
type ReadAmount = { readonly value: string } | { readonly problem: string }

/** Reads typed dollars, `$1,234.5` as `1234.50`. */
export function readDollars(text: string, max = MAX_DOLLARS): ReadAmount {
  if (text.trim() === '') return { problem: NO_AMOUNT }
  const number = typedNumber(text, true)
  if (!number) return { problem: AMOUNT_FORMAT }
  if (number.isNegative) return { problem: 'Amounts cannot be negative' }
  if (number.decimals.length > 2) return { problem: 'Amounts have at most two decimals' }
  const value = `${number.whole}.${number.decimals.padEnd(2, '0')}`
  return Number(value) > max ? { problem: 'That amount is too large' } : { value }
}

/** The typed amount as exact text; adds an issue if it is not a valid amount. */
function exactText(value: string | number, max: number, context: z.RefinementCtx): string {
  const read = readDollars(String(value), max)
  if ('value' in read) return read.value
  context.addIssue({ code: 'custom', message: read.problem })
  return z.NEVER
}

/**
 * An amount in dollars as exact text with two decimals: `"1850.00"`. It accepts text, as
 * people type it, and numbers, and rejects what is negative, a third decimal and anything above
 * `max`.
 */
export const dollarAmount = (max = MAX_DOLLARS) =>
  z.union(typed, NO_AMOUNT).transform((value, context) => exactText(value, max, context))

/** An optional amount in dollars: empty and null become null. */
export const optionalDollars = (max = MAX_DOLLARS) =>
  z
    .union([...typed, z.null()], NO_AMOUNT)
    .transform((value, context) =>
      value === null || value === '' ? null : exactText(value, max, context),
    )

/** An amount in dollars that is above zero. */
export const paidDollars = dollarAmount().refine(
  (value) => Number(value) > 0,
  'Enter an amount above zero',
)

/** Exact dollars (`"1395.00"`, `"-5.50"`) as whole cents. */
export function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100)
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Exact dollars as people read them, `"1395.00"` as `$1,395.00`; a missing amount is `$0.00`. */
export const formatDollars = (amount: string | null | undefined): string =>
  dollars.format(Number(amount ?? 0))
