import { type ReadDecimal, readDecimal } from './decimals.ts'
import { PRICE_DECIMALS } from './totals.ts'

/** The largest number that may be typed; the schemas have their own limit. */
const MAX_TYPED = Number.MAX_SAFE_INTEGER

/** Reads the typed price of one unit, `$0.0825`, as exact text without needless zeros. */
export const readUnitPrice = (text: string): ReadDecimal =>
  readDecimal(text, { decimals: PRICE_DECIMALS, max: MAX_TYPED, isAmount: true })

/** An exact price with two decimals at least, `12.5` as `12.50`; any other text as it is. */
export const withCents = (price: string): string => price.replace(/^(\d+\.\d)$/, '$10')

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: PRICE_DECIMALS,
})

/** The exact price of one unit as people read it: `$0.0825`, `$12.50`. */
export const formatUnitPrice = (price: string): string => dollars.format(Number(price))
