import { readDecimal } from '@plumbline/contract/decimals.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import { MAX_TAX_RATE, PricedLine } from '@plumbline/contract/pricing.ts'
import {
  amountInCents,
  lineAmount,
  PERCENT_DECIMALS,
  PRICE_DECIMALS,
  type Share,
  scheduleOf,
  type Totals,
  totalsOf,
} from '@plumbline/contract/totals.ts'
import {
  type Draft,
  type DraftLine,
  filledLines,
  isEmptyLine,
  numberText,
  priceText,
} from './draft.ts'
import { dollars, sumInCents } from './margin.ts'

/** The fields of a line that can be wrong. */
export type LineField = 'description' | 'details' | 'quantity' | 'unit' | 'unitPrice' | 'unitCost'

/** The meaning of the text of a line. */
export interface ReadLine {
  /** The quantity and prices as exact text; null for a line that has no valid amount. */
  readonly priced: { quantity: string; unitPrice: string; taxable: boolean; chosen: boolean } | null
  /** In exact dollars. */
  readonly amount: string | null
  readonly cost: string | null
  readonly problems: Readonly<Partial<Record<LineField, string>>>
}

const PRICE = { decimals: PRICE_DECIMALS, max: 99_999_999, isAmount: true }

function exact(typed: string, format: Parameters<typeof readDecimal>[1]): string | null {
  const read = readDecimal(typed, format)
  return 'value' in read ? read.value : null
}

/** The cost of one unit as exact text; null if it is not known. */
export const exactCost = ({ unitCost }: DraftLine) => exact(unitCost, PRICE)

function read(line: DraftLine): ReadLine {
  const { key: _, ...sent } = line
  const parsed = PricedLine.safeParse(sent)
  const problems: Partial<Record<LineField, string>> = {}
  for (const { path, message } of parsed.error?.issues ?? [])
    problems[path[0] as LineField] ??= message
  const field = (name: 'quantity' | 'unitPrice') => {
    if (problems[name]) return null
    return exact(line[name], { ...PRICE, isSigned: name === 'quantity' })
  }
  const [quantity, unitPrice, unitCost] = [field('quantity'), field('unitPrice'), exactCost(line)]
  const priced =
    quantity === null || unitPrice === null
      ? null
      : { quantity, unitPrice, taxable: line.taxable, chosen: line.chosen }
  return {
    priced,
    amount: priced && lineAmount(priced),
    cost:
      quantity === null || unitCost === null || problems.unitCost
        ? null
        : lineAmount({ quantity, unitPrice: unitCost }),
    problems: isEmptyLine(line) ? {} : problems,
  }
}

/** The meaning of lines that have been read. */
const known = new WeakMap<DraftLine, ReadLine>()

/** The meaning of the text of a line, which is read once. */
export function readLine(line: DraftLine): ReadLine {
  const before = known.get(line)
  if (before) return before
  const result = read(line)
  known.set(line, result)
  return result
}

/** A number of a line as it is written once its cell was left; undefined if that is no change. */
export function formatted(line: DraftLine, field: string): Partial<DraftLine> | undefined {
  if (field !== 'quantity' && field !== 'unitPrice' && field !== 'unitCost') return undefined
  const typed = line[field]
  const value =
    typed.trim() === '' ? null : exact(typed, { ...PRICE, isSigned: field === 'quantity' })
  if (value === null || readLine(line).problems[field]) return undefined
  const text = field === 'quantity' ? numberText(value) : priceText(value)
  return text === typed ? undefined : { [field]: text }
}

/** The amounts of several lines, for the office. */
export interface Sums {
  readonly amount: string
  /** The cost of the lines whose cost is known; null if none is. */
  readonly cost: string | null
  /** The number of lines that have an amount but no cost. */
  readonly withoutCost: number
}

/** The lines that are part of the total, as they are saved. */
const chosenOf = (sections: Draft['sections']) =>
  chosenLines(sections.map((one) => ({ kind: one.kind, lines: filledLines(one) })))

/** The sums of the lines that are part of the price. */
export function sumsOf(sections: Draft['sections']): Sums {
  const lines = chosenOf(sections).map(readLine)
  const costs = lines.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  return {
    amount: dollars(sumInCents(lines.map(({ amount }) => amount))),
    cost: costs.length > 0 ? dollars(sumInCents(costs)) : null,
    withoutCost: lines.filter(({ amount, cost }) => amount !== null && cost === null).length,
  }
}

const PERCENT = { decimals: PERCENT_DECIMALS, max: 100 }
const AMOUNT = { decimals: 2, max: 999_999_999.99, isAmount: true }

/** A typed share; null for one that is not valid. */
function shareOf(kind: Share['kind'], typed: string): Share | null {
  const value = exact(typed, kind === 'percent' ? PERCENT : AMOUNT)
  return value === null ? null : { kind, value }
}

/** The totals of a draft. What is not valid counts as absent. */
export function draftTotals({
  sections,
  discountKind,
  discount,
  taxRate,
}: Pick<Draft, 'sections' | 'discountKind' | 'discount' | 'taxRate'>): Totals {
  const lines = chosenOf(sections).flatMap((line) => readLine(line).priced ?? [])
  return totalsOf(lines, {
    discount: discountKind === 'none' ? null : shareOf(discountKind, discount),
    taxRate: exact(taxRate, { ...PERCENT, max: MAX_TAX_RATE }) ?? '0',
  })
}

/** The amounts of the payments; null for one that is not valid. */
export function paymentsOf({ schedule }: Draft, total: string): (string | null)[] {
  const last = schedule.length - 1
  const shares = schedule.map(({ kind, value }, index) =>
    index === last ? null : (shareOf(kind, value) ?? { kind, value: '0' }),
  )
  const amounts = scheduleOf(total, shares)
  return schedule.map(({ kind, value }, index) =>
    index === last || shareOf(kind, value) ? (amounts[index] ?? null) : null,
  )
}

/** Whether a total is below zero, or above another amount. */
export const isNegative = (amount: string) => amountInCents(amount) < 0n
export const isAbove = (amount: string, limit: string) =>
  amountInCents(amount) > amountInCents(limit)

/** The largest first payment for a total, in exact dollars; null for no limit. */
export function largestDeposit(
  limits: { readonly depositPercent: string | null; readonly depositAmount: string | null },
  total: string,
): string | null {
  const { depositPercent, depositAmount } = limits
  const part =
    depositPercent === null
      ? null
      : (scheduleOf(total, [{ kind: 'percent', value: depositPercent }])[0] ?? null)
  if (part === null || depositAmount === null) return part ?? depositAmount
  return isAbove(part, depositAmount) ? depositAmount : part
}

const problemWith = (typed: string, format: Parameters<typeof readDecimal>[1]) => {
  const result = readDecimal(typed, format)
  return 'problem' in result ? result.problem : undefined
}

/** The problem with a typed share, rate or markup; undefined for none. */
export const shareProblem = (kind: Share['kind'], typed: string) =>
  problemWith(typed, kind === 'percent' ? PERCENT : AMOUNT)
export const taxProblem = (typed: string) =>
  typed.trim() === '' ? undefined : problemWith(typed, { ...PERCENT, max: MAX_TAX_RATE })
const MARKUP = { ...PERCENT, max: 1000 }
export const markupProblem = (typed: string) => problemWith(typed, MARKUP)
export const exactMarkup = (typed: string) => exact(typed, MARKUP)
