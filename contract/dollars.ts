import { z } from 'zod'

/** The largest dollar amount for a column of ten digits, two of them after the decimal point. */
const MAX_DOLLARS = 99_999_999.99
const PLAIN_AMOUNT = /^(-?)(\d+)(?:\.(\d*))?$/

const NO_AMOUNT = 'Enter an amount'
// Both have the message, because a form shows the problem of the first.
const typed = [z.string(NO_AMOUNT), z.number(NO_AMOUNT)] as const

/** The typed amount as exact text; adds an issue if it is not a valid amount. */
function exactText(value: string | number, max: number, context: z.RefinementCtx): string {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const [, sign, whole = '', decimals = ''] = PLAIN_AMOUNT.exec(String(value).trim()) ?? []
  if (whole === '') return problem(NO_AMOUNT)
  if (sign) return problem('Amounts cannot be negative')
  if (decimals.length > 2) return problem('Amounts have at most two decimals')
  const amount = `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`
  return Number(amount) > max ? problem('That amount is too large') : amount
}

/**
 * An amount in dollars as exact text with two decimals: `"1850.00"`. It accepts text and numbers,
 * and rejects a sign, a third decimal and anything above `max`.
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
