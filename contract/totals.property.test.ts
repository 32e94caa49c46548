import { expect, test } from 'vitest'
import {
  lineAmount,
  type PricedLine,
  type Share,
  scheduleOf,
  smallestTotal,
  totalsOf,
} from './totals.ts'

// A reference written apart: fractions of any size, rounded by comparing remainders, where the
// module scales whole numbers.

interface Fraction {
  readonly n: bigint
  readonly d: bigint
}
const fraction = (text: string): Fraction => {
  const digits = text.split('.')[1]?.length ?? 0
  return { n: BigInt(text.replace('.', '')), d: BigInt(`1${'0'.repeat(digits)}`) }
}
const whole = (n: bigint): Fraction => ({ n, d: 1n })
const add = (a: Fraction, b: Fraction) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const minus = (a: Fraction, b: Fraction) => add(a, { n: -b.n, d: b.d })
const times = (a: Fraction, b: Fraction) => ({ n: a.n * b.n, d: a.d * b.d })
const over = (a: Fraction, b: Fraction) => ({ n: a.n * b.d, d: a.d * b.n })

/** The nearest whole number of cents; of two, the one farther from zero. */
function inCents({ n, d }: Fraction): bigint {
  const [top, bottom] = d < 0n ? [-n * 100n, -d] : [n * 100n, d]
  const below = top / bottom
  const rest = top % bottom
  const step = top < 0n ? -1n : 1n
  return (rest < 0n ? -rest : rest) * 2n >= bottom ? below + step : below
}
const text = (cents: bigint) => {
  const size = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}
const cents = (n: bigint): Fraction => ({ n, d: 100n })
const percent = (value: string) => over(fraction(value), whole(100n))

function expectedTotals(lines: readonly PricedLine[], discount: Share | null, taxRate: string) {
  const amounts = lines.map(({ quantity, unitPrice }) =>
    inCents(times(fraction(quantity), fraction(unitPrice))),
  )
  let subtotal = 0n
  let taxed = 0n
  amounts.forEach((amount, index) => {
    subtotal += amount
    if (lines[index]?.taxable) taxed += amount
  })
  let off = 0n
  if (discount && subtotal > 0n) {
    off =
      discount.kind === 'amount'
        ? inCents(fraction(discount.value))
        : inCents(times(cents(subtotal), percent(discount.value)))
    if (off > subtotal) off = subtotal
  }
  let share = 0n
  if (off > 0n) {
    share = inCents(over(times(cents(off), cents(taxed)), cents(subtotal)))
    if (share < 0n) share = 0n
    if (share > off) share = off
  }
  const tax = inCents(times(minus(cents(taxed), cents(share)), percent(taxRate)))
  return {
    lines: amounts.map(text),
    subtotal: text(subtotal),
    discount: text(off),
    taxable: text(taxed - share),
    tax: text(tax),
    total: text(subtotal - off + tax),
  }
}

function expectedSchedule(total: bigint, steps: readonly (Share | null)[]): string[] {
  const amounts: bigint[] = []
  let fixed = 0n
  let share = whole(0n)
  let paid = 0n
  for (const step of steps) {
    if (step?.kind === 'amount') fixed += inCents(fraction(step.value))
    if (step?.kind === 'percent') share = add(share, percent(step.value))
    const due = step ? fixed + inCents(times(cents(total), share)) : total
    amounts.push(due - paid)
    paid = due
  }
  return amounts.map(text)
}

/** Numbers that are the same on every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

test('10,000 random documents have the totals and payments of the reference', () => {
  const random = randomNumbers(45)
  const decimal = (below: number, decimals: number) => {
    const digits = random(decimals + 1)
    const number = String(random(below))
    return digits ? `${number}.${String(random(10 ** digits)).padStart(digits, '0')}` : number
  }
  const lineOf = (): PricedLine => ({
    quantity: `${random(6) ? '' : '-'}${decimal(random(3) ? 40 : 1_000_000, 3)}`,
    unitPrice: decimal(random(3) ? 900 : 10_000_000, 4),
    taxable: random(2) === 0,
  })
  const shareOf = (): Share =>
    random(2)
      ? { kind: 'percent', value: decimal(random(3) ? 20 : 100, 4) }
      : { kind: 'amount', value: decimal(random(3) ? 500 : 1_000_000, 2) }
  for (let document = 0; document < 10_000; document++) {
    const lines = Array.from({ length: random(12) }, lineOf)
    const discount = random(3) ? shareOf() : null
    const taxRate = random(4) ? decimal(30, 4) : '0'
    const expected = expectedTotals(lines, discount, taxRate)
    const at = `document ${document}: ${JSON.stringify({ lines, discount, taxRate })}`
    expect(totalsOf(lines, { discount, taxRate }), at).toEqual(expected)
    const steps = [...Array.from({ length: random(12) }, shareOf), null]
    const due = BigInt(expected.total.replace('.', ''))
    expect(scheduleOf(expected.total, steps), at).toEqual(expectedSchedule(due, steps))
    const [first] = lines
    if (!first || Number(first.quantity) <= 0) continue
    // A credit is the exact opposite of its line.
    const credit = lineAmount({ ...first, quantity: `-${first.quantity}` })
    expect(credit.replace('-', '')).toBe(lineAmount(first))
  }
})

/** Every way to choose from sections. */
function* choicesOf(sections: readonly Section[]): Generator<PricedLine[]> {
  const [section, ...others] = sections
  if (!section) return yield []
  for (const rest of choicesOf(others))
    if (section.kind === 'included') yield [...section.lines, ...rest]
    else if (section.kind === 'choose_one') for (const line of section.lines) yield [line, ...rest]
    else
      for (let bits = 0; bits < 2 ** section.lines.length; bits++)
        yield [...section.lines.filter((_, at) => bits & (2 ** at)), ...rest]
}
type Section = Parameters<typeof smallestTotal>[0][number]

test('the smallest total of 2,000 random offers is that of all choices, to a cent', () => {
  const random = randomNumbers(46)
  const lineOf = (): PricedLine => ({
    quantity: random(8) ? '1' : '-1',
    unitPrice: String(90 + random(20)),
    taxable: random(2) === 0,
  })
  for (let offer = 0; offer < 2000; offer++) {
    // With more than the discount and all credits.
    const work = { quantity: '1', unitPrice: '3000', taxable: random(2) === 0 }
    const choices = Array.from({ length: 1 + random(4) }, (): Section => {
      const kind = random(4) ? 'choose_one' : 'optional'
      return { kind, lines: Array.from({ length: 1 + random(3) }, lineOf) }
    })
    const sections: Section[] = [{ kind: 'included', lines: [work] }, ...choices]
    const discount: Share | null = random(4)
      ? { kind: 'amount', value: String(random(1600)) }
      : null
    const terms = { discount, taxRate: String(random(30)) }
    const all = [...choicesOf(sections)].map((lines) => Number(totalsOf(lines, terms).total))
    const difference = Number(smallestTotal(sections, terms)) - Math.min(...all)
    // The tax is rounded.
    expect(Math.abs(difference), JSON.stringify({ sections, terms })).toBeLessThan(0.011)
  }
})
