import { z } from 'zod'

/** A number as it was typed, in digits. */
interface TypedNumber {
  readonly isNegative: boolean
  /** Without separators and leading zeros, `0` at least. */
  readonly whole: string
  /** The digits after the point, perhaps none. */
  readonly decimals: string
}

/** The distance of full-width characters, which input methods type, from those of ASCII. */
const FULL_WIDTH_OFFSET = 0xfee0
/**
 * The separator of thousands is the same throughout. The first group does not begin with 0, since
 * `0,500` means a half elsewhere.
 */
const NUMBER = /^([+-]?) ?(\d+|[1-9]\d{0,2}([ ,])\d{3}(?:\3\d{3})*)?(?:\.(\d*))?$/

/** Text with ASCII digits, signs and single blanks, without invisible characters. */
const simplified = (typed: string) =>
  typed
    .replace(/[！-～]/g, (one) => String.fromCharCode(one.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\p{Cf}/gu, '')
    .replace(/[−﹣]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Reads a number as people in the US write it: `1,234.5`, `1 234`, `-3`, `(3)` as in accounting,
 * and an amount with or without `$`. Undefined for anything that other people would read
 * differently, such as a decimal comma, which would be a hundred times as much.
 */
export function typedNumber(typed: string, isAmount = false): TypedNumber | undefined {
  const text = simplified(typed).replace(/^\((.*)\)$/, '-$1')
  const [, sign, whole = '', , decimals = ''] =
    NUMBER.exec(isAmount ? text.replace(/^([+-]?) ?\$ ?/, '$1') : text) ?? []
  if (whole + decimals === '') return undefined
  return {
    isNegative: sign === '-',
    whole: whole.replace(/[ ,]/g, '').replace(/^0+(?=\d)/, '') || '0',
    decimals,
  }
}

/** The most decimals: `2.000` may mean two thousand. */
const MOST_DECIMALS = 2

/** The value of a typed number; undefined if it is none, or may be read in two ways. */
export function numberOf(typed: string): number | undefined {
  const number = typedNumber(typed)
  if (!number || number.decimals.length > MOST_DECIMALS) return undefined
  const value = Number(`${number.whole}.${number.decimals}`)
  if (!Number.isFinite(value)) return undefined
  return number.isNegative && value > 0 ? -value : value
}

export const NUMBER_FORMAT = 'Enter a number such as 1,250 or 1.5'

/**
 * The number of a field that people fill in. The form holds the text as long as it is no number,
 * for which the problem says how to write one. @param missing the problem while it is empty
 */
export const enteredNumber = (missing: string) =>
  z.number({
    error: ({ input }) =>
      typeof input === 'string' && input.trim() !== '' && numberOf(input) === undefined
        ? NUMBER_FORMAT
        : missing,
  })
