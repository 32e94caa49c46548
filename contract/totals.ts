import { scaled } from './decimals.ts'
import type { SectionKind } from './pricedLines.ts'

/**
 * The money of a document: a bid, a change order or an invoice. Everything is exact: integers
 * inside, text outside. What is stored and what is shown come from the same functions.
 */

/** The decimals of quantities, unit prices, percentages and amounts. */
export const QUANTITY_DECIMALS = 3
export const PRICE_DECIMALS = 4
export const PERCENT_DECIMALS = 4
const CENT_DECIMALS = 2

/** A line of a document, in exact text such as `-12.375` and `3.25`. */
export interface PricedLine {
  /** Negative for a credit. */
  readonly quantity: string
  /** Dollars, never negative. */
  readonly unitPrice: string
  readonly taxable: boolean
}

/** A percentage such as `7.5`, or an amount in dollars such as `150`, as exact text. */
export interface Share {
  readonly kind: 'percent' | 'amount'
  readonly value: string
}

export interface Terms {
  /** Taken off the subtotal before tax; null for none. */
  readonly discount: Share | null
  /** The percentage of tax, such as `8.875`. */
  readonly taxRate: string
}

/** The amounts of a document in exact dollars with two decimals. */
export interface Totals {
  /** In the order of the lines. */
  readonly lines: readonly string[]
  readonly subtotal: string
  readonly discount: string
  /** The taxable lines less their share of the discount. */
  readonly taxable: string
  readonly tax: string
  readonly total: string
}

/** A quotient rounded half away from zero, so that a credit is the opposite of its line. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

const powerOf = (decimals: number) => 10n ** BigInt(decimals)
const LINE_SCALE = powerOf(QUANTITY_DECIMALS + PRICE_DECIMALS - CENT_DECIMALS)
/** One hundred percent. */
export const WHOLE = 100n * powerOf(PERCENT_DECIMALS)

/** Exact dollars such as `-5.50` in cents. */
export const amountInCents = (amount: string): bigint => scaled(amount, CENT_DECIMALS)
/** A percentage such as `7.5` as an integer, of which {@link WHOLE} is all. */
export const percentOf = (percent: string) => scaled(percent, PERCENT_DECIMALS)
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
const between = (value: bigint, low: bigint, high: bigint) =>
  value < low ? low : value > high ? high : value

/** Cents as exact dollars: `-5` as `-0.05`. */
export function dollarsOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const lineCents = ({ quantity, unitPrice }: Pick<PricedLine, 'quantity' | 'unitPrice'>) =>
  divide(scaled(quantity, QUANTITY_DECIMALS) * scaled(unitPrice, PRICE_DECIMALS), LINE_SCALE)

/** The amount of a line, rounded once to cents: `0.5` at `1.01` is `0.51`. */
export const lineAmount = (line: Pick<PricedLine, 'quantity' | 'unitPrice'>): string =>
  dollarsOf(lineCents(line))

function discountCents(discount: Share | null, subtotal: bigint): bigint {
  if (!discount || subtotal <= 0n) return 0n
  const cents =
    discount.kind === 'amount'
      ? amountInCents(discount.value)
      : divide(subtotal * percentOf(discount.value), WHOLE)
  return between(cents, 0n, subtotal)
}

/**
 * The totals of the lines. A discount is at most the subtotal, and none where that is not above
 * zero. The taxable lines carry their part of it. Tax is rounded once.
 */
export function totalsOf(lines: readonly PricedLine[], { discount, taxRate }: Terms): Totals {
  const amounts = lines.map(lineCents)
  const subtotal = sum(amounts)
  const taxableLines = sum(amounts.filter((_, index) => lines[index]?.taxable))
  const off = discountCents(discount, subtotal)
  const share = off > 0n ? between(divide(off * taxableLines, subtotal), 0n, off) : 0n
  const taxable = taxableLines - share
  const tax = divide(taxable * percentOf(taxRate), WHOLE)
  return {
    lines: amounts.map(dollarsOf),
    subtotal: dollarsOf(subtotal),
    discount: dollarsOf(off),
    taxable: dollarsOf(taxable),
    tax: dollarsOf(tax),
    total: dollarsOf(subtotal - off + tax),
  }
}

/** A section of lines among which the customer chooses. */
interface Choice {
  readonly kind: SectionKind
  readonly lines: readonly PricedLine[]
}

/** The line that costs least; undefined without any. */
const cheapest = (lines: readonly PricedLine[]): PricedLine | undefined =>
  lines.reduce<PricedLine | undefined>(
    (found, line) => (found && lineCents(found) <= lineCents(line) ? found : line),
    undefined,
  )

/** The lines that may be the cheapest of a choice: one that is taxable, and one that is not. */
interface Rivals {
  readonly taxable: PricedLine
  readonly free: PricedLine
}

/** The additional weight of a taxable cent beside another one, as a fraction. */
interface Weight {
  readonly more: bigint
  readonly of: bigint
}

/** The weight at which both rivals weigh the same; undefined if there is none. */
function balanceOf({ taxable, free }: Rivals): Weight | undefined {
  const [taxed, untaxed] = [lineCents(taxable), lineCents(free)]
  const [more, of] = taxed < 0n ? [taxed - untaxed, -taxed] : [untaxed - taxed, taxed]
  return of > 0n && more >= 0n ? { more, of } : undefined
}

/**
 * The smallest total that can be chosen: without the optional lines that cost something, and with
 * the cheapest of each choice. How much tax a line brings depends on the others where a discount
 * in dollars takes a part of it away: the total is quasiconcave in the taxable and the other
 * amounts, so that its minimum has the lightest line of each choice at some weight of a taxable
 * cent. Between the weights at which two rivals balance, those lines stay the same. The discount is
 * taken to be below the subtotal.
 */
export function smallestTotal(sections: readonly Choice[], terms: Terms): string {
  const chosen: PricedLine[] = []
  const rivals: Rivals[] = []
  for (const { kind, lines } of sections) {
    if (kind === 'included') chosen.push(...lines)
    else if (kind === 'optional') chosen.push(...lines.filter((line) => lineCents(line) < 0n))
    else {
      const taxable = cheapest(lines.filter((line) => line.taxable))
      const free = cheapest(lines.filter((line) => !line.taxable))
      if (taxable && free) rivals.push({ taxable, free })
      else chosen.push(...[taxable ?? free].filter((line) => line !== undefined))
    }
  }
  const weights = [{ more: 0n, of: 1n }, ...rivals.map(balanceOf)].filter(
    (one) => one !== undefined,
  )
  const totals = weights.flatMap(({ more, of }) =>
    // Both lines of rivals that balance are tried.
    [0n, 1n].map((favor) => {
      const picked = rivals.map(({ taxable, free }) =>
        lineCents(taxable) * (of + more) < lineCents(free) * of + favor ? taxable : free,
      )
      return amountInCents(totalsOf([...chosen, ...picked], terms).total)
    }),
  )
  return dollarsOf(totals.reduce((least, total) => (total < least ? total : least)))
}

/**
 * The amounts of the steps of a payment schedule. Percentages are of the total and are rounded
 * together with those before, so that no cent is lost; the last step, without a share, is what
 * remains.
 */
export function scheduleOf(total: string, steps: readonly (Share | null)[]): string[] {
  const all = amountInCents(total)
  let [fixed, percent, before] = [0n, 0n, 0n]
  return steps.map((step) => {
    if (step?.kind === 'amount') fixed += amountInCents(step.value)
    else if (step) percent += percentOf(step.value)
    const until = step ? fixed + divide(all * percent, WHOLE) : all
    const amount = until - before
    before = until
    return dollarsOf(amount)
  })
}

/** A unit price for a cost with a markup in percent, in exact dollars with two decimals. */
export const markedUp = (unitCost: string, percent: string): string =>
  dollarsOf(
    divide(
      scaled(unitCost, PRICE_DECIMALS) * (WHOLE + percentOf(percent)),
      WHOLE * powerOf(PRICE_DECIMALS - CENT_DECIMALS),
    ),
  )
