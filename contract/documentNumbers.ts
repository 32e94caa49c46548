import type { InvoiceKind } from './invoiceStatuses.ts'
import type { NumberFormats, NumberFormatsChange } from './numberFormats.ts'

/** The form of the numbers of a kind of document. */
export interface NumberFormat {
  /** Before the year; empty for none. */
  readonly prefix: string
  /** The fewest digits after the year. */
  readonly digits: number
  /** The first number of a year. */
  readonly first: number
}

/** A number with its prefix and its year, such as `2026-0042`. */
export const numberText = (
  { prefix, digits }: Pick<NumberFormat, 'prefix' | 'digits'>,
  year: number,
  number: number,
): string => `${prefix}${year}-${String(number).padStart(digits, '0')}`

/**
 * The number after the last one of a year, which is 0 for none. A first number above it is the
 * next; one below it counts from the next year on. `takeNumber` of the server is the same rule.
 */
export const numberAfter = (last: number, { first }: Pick<NumberFormat, 'first'>): number =>
  Math.max(last + 1, first)

type Fields = Pick<NumberFormats, keyof NumberFormatsChange>

/** The formats by kind, with the fields of a change. */
export function formatsOf(
  formats: Fields,
  change: NumberFormatsChange = {},
): Readonly<Record<InvoiceKind, NumberFormat>> {
  const all: Fields = Object.assign({ ...formats }, change)
  return {
    invoice: { prefix: all.invoicePrefix, digits: all.invoiceDigits, first: all.invoiceFirst },
    creditMemo: { prefix: all.creditPrefix, digits: all.creditDigits, first: all.creditFirst },
  }
}
