import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'

// Without the texts of pricing, which the client's home would have to load.

/** Exact dollars as a change: `+$1,240.00`, `−$500.00` or `$0.00`. */
export function changeText(amount: string): string {
  const sign = ['−', '', '+'][Math.sign(centsOf(amount)) + 1] ?? ''
  return sign + formatDollars(amount.replace('-', ''))
}
