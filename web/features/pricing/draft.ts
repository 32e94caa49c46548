import { withoutZeros } from '@plumbline/contract/decimals.ts'
import type { LineCategory, SectionKind } from '@plumbline/contract/pricedLines.ts'
import type { SavedLine } from '@plumbline/contract/priceList.ts'
import type { BidPricing, PricedLine, Pricing, pricingRoutes } from '@plumbline/contract/pricing.ts'
import type { Call } from '@plumbline/contract/route.ts'
import { newKey } from '../../api/call.ts'

/** A line as it is being edited: numbers are text as typed. */
export interface DraftLine {
  /** Identifies it while it is edited. */
  readonly key: string
  readonly description: string
  readonly details: string
  readonly quantity: string
  readonly unit: string
  readonly unitPrice: string
  /** Empty where it is not known. */
  readonly unitCost: string
  readonly category: LineCategory
  readonly taxable: boolean
  readonly allowance: boolean
  readonly chosen: boolean
}

export interface DraftSection {
  readonly key: string
  readonly title: string
  readonly kind: SectionKind
  readonly lines: readonly DraftLine[]
}

export type ShareKind = 'percent' | 'amount'

/** A payment. The share of the last one is not used, because that is the rest. */
export interface DraftStep {
  readonly key: string
  readonly title: string
  readonly kind: ShareKind
  readonly value: string
}

export interface DraftTerms {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly ownPage: boolean
}

/** The price of a bid as it is being edited. */
export interface Draft {
  readonly sections: readonly DraftSection[]
  readonly discountKind: 'none' | ShareKind
  readonly discount: string
  readonly taxRate: string
  readonly schedule: readonly DraftStep[]
  readonly validDays: string
  readonly introduction: string
  readonly terms: readonly DraftTerms[]
}

/** The body of the call that saves a price. */
export type PricingBody = NonNullable<Call<typeof pricingRoutes.update>['body']>

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Exact text with separators: `1234.5` as `1,234.5`, with at least so many decimals. */
export function numberText(exact: string, decimals = 0): string {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(withoutZeros(exact)) ?? []
  const padded = fraction.padEnd(decimals, '0')
  return `${sign}${grouped(whole)}${padded && `.${padded}`}`
}

/** Exact dollars as people write them in a column: `1,150.00`. */
export const priceText = (exact: string) => numberText(exact, 2)

const lineOf = (line: PricedLine): DraftLine => ({
  key: newKey(),
  description: line.description,
  details: line.details ?? '',
  quantity: numberText(line.quantity),
  unit: line.unit ?? '',
  unitPrice: priceText(line.unitPrice),
  unitCost: line.unitCost === null ? '' : priceText(line.unitCost),
  category: line.category,
  taxable: line.taxable,
  allowance: line.allowance,
  chosen: line.chosen,
})

/** The sections of a saved price as a draft, with keys of their own. */
export const sectionsOf = (sections: Pricing['sections']): DraftSection[] =>
  sections.map(({ title, kind, lines }) => ({
    ...{ key: newKey(), title, kind },
    lines: lines.map(lineOf),
  }))

/** The draft of a saved price. */
export const draftOf = (pricing: Pricing | BidPricing): Draft => ({
  sections: sectionsOf(pricing.sections),
  discountKind: pricing.discount?.kind ?? 'none',
  discount: pricing.discount ? numberText(pricing.discount.value) : '',
  taxRate: pricing.taxRate,
  schedule: pricing.schedule.map(({ title, share }) => ({
    ...{ key: newKey(), title, kind: share?.kind ?? 'percent' },
    value: share ? numberText(share.value) : '',
  })),
  validDays: String(pricing.validDays),
  introduction: pricing.introduction ?? '',
  terms: pricing.terms.map((block) => ({ key: newKey(), ...block })),
})

/** An empty line. It is taxable as the one before it. */
export const newLine = (change: Partial<DraftLine> = {}): DraftLine => ({
  ...{ key: newKey(), description: '', details: '', quantity: '1', unit: '' },
  ...{ unitPrice: '', unitCost: '', category: 'other' },
  ...{ taxable: false, allowance: false, chosen: true },
  ...change,
})

/** The fields that a line takes over from the price list. */
export const fromPriceList = (saved: SavedLine) => ({
  description: saved.description,
  details: saved.details ?? '',
  unit: saved.unit ?? '',
  unitPrice: priceText(saved.unitPrice),
  unitCost: saved.unitCost === null ? '' : priceText(saved.unitCost),
  category: saved.category,
  taxable: saved.taxable,
})

/** Whether nothing was entered in a line. */
export const isEmptyLine = (line: DraftLine) =>
  [line.description, line.details, line.unit, line.unitPrice, line.unitCost].every(
    (text) => text.trim() === '',
  ) && ['', '1'].includes(line.quantity.trim())

export const linesOf = ({ sections }: Draft): DraftLine[] => sections.flatMap(({ lines }) => lines)

const numberOrText = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : typed)

/** The lines of a section in which something was entered, of which a choose-one has one choice. */
export function filledLines({ kind, lines }: Pick<DraftSection, 'kind' | 'lines'>): DraftLine[] {
  const filled = lines.filter((one) => !isEmptyLine(one))
  if (kind !== 'choose_one') return filled
  const chosen = Math.max(
    0,
    filled.findIndex((one) => one.chosen),
  )
  return filled.map((line, index) => ({ ...line, chosen: index === chosen }))
}

const sectionBody = ({ title, kind, lines }: DraftSection) => ({
  ...{ title, kind },
  lines: filledLines({ kind, lines }).map(({ key: _, ...line }) => line),
})

/** A draft as it is sent: lines in which nothing was entered are left out. */
export const bodyOf = (draft: Draft): PricingBody => ({
  sections: draft.sections.map(sectionBody),
  discount:
    draft.discountKind === 'none' ? null : { kind: draft.discountKind, value: draft.discount },
  taxRate: draft.taxRate.trim() === '' ? '0' : draft.taxRate,
  schedule: draft.schedule.map(({ title, kind, value }, index) => ({
    title,
    share: index === draft.schedule.length - 1 ? null : { kind, value },
  })),
  // The schema asks for a number and says what is wrong with a text.
  validDays: numberOrText(draft.validDays) as number,
  introduction: draft.introduction,
  terms: draft.terms.map(({ key: _, ...block }) => block),
})
