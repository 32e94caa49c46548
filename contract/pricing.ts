import { z } from 'zod'
import { readDecimal, scaled } from './decimals.ts'
import { MAX_CENTS } from './money.ts'
import { enteredNumber } from './numbers.ts'
import { chosenLines, type LineCategory, lineCategories, sectionKinds } from './pricedLines.ts'
import { route } from './route.ts'
import { id, line, optionalPhrase, optionalText, text } from './text.ts'
import {
  amountInCents,
  lineAmount,
  PERCENT_DECIMALS,
  PRICE_DECIMALS,
  QUANTITY_DECIMALS,
  totalsOf,
} from './totals.ts'

const MAX_SECTIONS = 40
/** The most lines in all sections together. */
export const MAX_LINES = 300
export const MAX_STEPS = 12
export const MAX_TERMS = 10
/** The maximum size of the price of a bid as JSON, in bytes. */
const MAX_PRICING_SIZE = 200_000
/** The highest rate of tax, in percent. */
export const MAX_TAX_RATE = 30
const MAX_QUANTITY = 1_000_000
const MAX_UNIT_PRICE = 99_999_999

/** The size of a text in UTF-8, in bytes. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const one of text) {
    const code = one.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

const yesNo = z.boolean('Must be true or false')

type Format = Parameters<typeof readDecimal>[1]

/** The typed decimal as exact text; adds an issue if it is not a valid one. */
function exactText(value: string | number, format: Format, context: z.RefinementCtx): string {
  const read = readDecimal(String(value), format)
  if ('value' in read) return read.value
  context.addIssue({ code: 'custom', message: read.problem })
  return z.NEVER
}

/** A typed decimal as exact text without needless zeros: `1,234.50` as `1234.5`. */
const decimal = (format: Format, missing = 'Enter a number') =>
  z
    .union([z.string(missing), z.number(missing)], missing)
    .transform((value, context) => exactText(value, format, context))

/** The same, or null where nothing was entered. */
const optionalDecimal = (format: Format, missing = 'Enter a number') =>
  z
    .union([z.string(missing), z.number(missing), z.null()], missing)
    .transform((value, context) =>
      value === null || value === '' ? null : exactText(value, format, context),
    )

const price = { decimals: PRICE_DECIMALS, max: MAX_UNIT_PRICE, isAmount: true }

/** Dollars with up to four decimals, as exact text. */
export const unitPrice = decimal(price, 'Enter a price')
export const optionalUnitPrice = optionalDecimal(price, 'Enter a cost')
export const category = z.enum(lineCategories, 'Choose a category')

/** A percentage with up to four decimals. */
const percent = { decimals: PERCENT_DECIMALS, max: 100 }
export const percentage = decimal(percent, 'Enter a percentage')
export const optionalPercentage = optionalDecimal(percent, 'Enter a percentage')
export const taxRate = decimal({ ...percent, max: MAX_TAX_RATE }, 'Enter a percentage')

/** A percentage or an amount in dollars. */
export const Share = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('percent'), value: percentage }),
    z.object({
      kind: z.literal('amount'),
      value: decimal({ decimals: 2, max: MAX_CENTS / 100, isAmount: true }, 'Enter an amount'),
    }),
  ],
  'Choose a percentage or an amount',
)

export const PricedLine = z.object(
  {
    description: line(500, 'Description is required'),
    details: optionalText(4000).default(null),
    /** Negative for a credit. */
    quantity: decimal(
      { decimals: QUANTITY_DECIMALS, max: MAX_QUANTITY, isSigned: true },
      'Enter a quantity',
    ).refine((value) => value !== '0', 'A quantity cannot be 0'),
    unit: optionalPhrase(20).default(null),
    unitPrice,
    /** The cost of one unit to the company: for the office alone, as the category. */
    unitCost: optionalUnitPrice.default(null),
    category: category.default('other' satisfies LineCategory),
    taxable: yesNo.default(false),
    /** Whether the price is an allowance, which the work may turn out to exceed. */
    allowance: yesNo.default(false),
    /** Whether the customer starts with it, where they may choose. */
    chosen: yesNo.default(true),
  },
  'Send the line as an object',
)
export type PricedLine = z.output<typeof PricedLine>

const PricedSection = z
  .object(
    {
      title: line(200, 'Title is required'),
      kind: z.enum(sectionKinds, 'Choose included, optional or choose one').default('included'),
      lines: z
        .array(PricedLine, 'Send a list of lines')
        .max(MAX_LINES, `At most ${MAX_LINES} lines`),
    },
    'Send the section as an object',
  )
  .superRefine(({ kind, lines }, context) => {
    const chosen = lines.filter((one) => one.chosen).length
    if (kind === 'choose_one' && lines.length > 0 && chosen !== 1)
      context.addIssue({
        code: 'custom',
        path: ['lines'],
        message: 'Choose one line of this section',
      })
  })
  .transform((section) => ({
    ...section,
    // Whatever is included is chosen, whichever kind the section had before.
    lines:
      section.kind === 'included'
        ? section.lines.map((one) => ({ ...one, chosen: true }))
        : section.lines,
  }))

const PaymentStep = z.object(
  {
    title: line(200, 'Say when this is paid'),
    /** Null for the last step, which is the rest. */
    share: Share.nullable().default(null),
  },
  'Send the step as an object',
)
export type PaymentStep = z.output<typeof PaymentStep>

export const TermsBlock = z.object(
  {
    title: line(200, 'Title is required'),
    text: text(20_000, 'Text is required'),
    /** Whether it stands on a page of its own, such as a notice of cancellation. */
    ownPage: yesNo.default(false),
  },
  'Send the terms as an object',
)
export type TermsBlock = z.output<typeof TermsBlock>

export const termsBlocks = z
  .array(TermsBlock, 'Send a list of terms')
  .max(MAX_TERMS, `At most ${MAX_TERMS} blocks of terms`)

export const validDays = enteredNumber('Enter days')
  .int('Whole days only')
  .min(1, 'From 1 to 365 days')
  .max(365, 'From 1 to 365 days')

const steps = z
  .array(PaymentStep, 'Send a list of steps')
  .max(MAX_STEPS, `At most ${MAX_STEPS} payments`)
  .superRefine((list, context) => {
    const problem = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: [index, 'share'], message })
    for (const [index, { share }] of list.entries()) {
      const isLast = index === list.length - 1
      if (isLast && share) problem(index, 'The last payment is the rest')
      else if (!isLast && !share) problem(index, 'Enter a percentage or an amount')
    }
    const percent = list.reduce(
      (sum, { share }) =>
        share?.kind === 'percent' ? sum + scaled(share.value, PERCENT_DECIMALS) : sum,
      0n,
    )
    if (percent > scaled('100', PERCENT_DECIMALS))
      problem(list.length - 2, 'The payments are more than 100%')
  })

const sections = z
  .array(PricedSection, 'Send a list of sections')
  .max(MAX_SECTIONS, `At most ${MAX_SECTIONS} sections`)
  .refine(
    (list) => list.reduce((count, { lines }) => count + lines.length, 0) <= MAX_LINES,
    `At most ${MAX_LINES} lines in all`,
  )

const fields = {
  sections,
  /** Taken off before tax; null for none. */
  discount: Share.nullable().default(null),
  /** In percent. */
  taxRate: taxRate.default('0'),
  /** The payments in their order, none for an agreement without a schedule. */
  schedule: steps.default([]),
  /** The number of days for which an offer is valid after it was sent. */
  validDays: validDays.default(30),
  introduction: optionalText(10_000).default(null),
  terms: termsBlocks.default([]),
}

/** The price of a bid: what is offered, and how it is paid. */
export const Pricing = z
  .object(fields, 'Send the price as an object')
  .superRefine((pricing, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (bytesOf(JSON.stringify(pricing)) > MAX_PRICING_SIZE)
      problem('sections', `At most ${MAX_PRICING_SIZE / 1000} kB of text in all`)
    const size = pricing.sections
      .flatMap(({ lines }) => lines)
      .reduce((sum, one) => {
        const amount = amountInCents(lineAmount(one))
        return sum + (amount < 0n ? -amount : amount)
      }, 0n)
    const totals = totalsOf(chosenLines(pricing.sections), pricing)
    const total = amountInCents(totals.total)
    if (size > MAX_CENTS || total > MAX_CENTS) return problem('sections', 'That is too much in all')
    if (total < 0n) problem('sections', 'The total is below zero')
    const { discount } = pricing
    if (
      discount?.kind === 'amount' &&
      amountInCents(discount.value) > amountInCents(totals.subtotal)
    )
      problem('discount', 'The discount is above the subtotal')
  })
export type Pricing = z.output<typeof Pricing>

/** The price of a bid as it was saved. A bid without lines has the defaults of the company. */
export const BidPricing = z.object({ ...fields, bidId: id, updatedAt: z.iso.datetime() })
export type BidPricing = z.output<typeof BidPricing>

const path = '/api/pending-bids/:id/pricing' as const

export const pricingRoutes = {
  one: route({
    method: 'GET',
    path,
    summary: 'The price of a bid: its lines, payments and terms',
    may: 'bid.read',
    about: ['bid'],
    keep: true,
    reply: BidPricing,
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Replace the price of a bid; its estimated amount becomes the total of the lines',
    may: 'bid.update',
    body: Pricing,
    reply: BidPricing,
    fails: ['bidDecided', 'stale'],
  }),
}
