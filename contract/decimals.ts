import { typedNumber } from './numbers.ts'

/** The decimals that a field accepts. */
interface DecimalFormat {
  /** The most digits after the point. */
  readonly decimals: number
  readonly max: number
  /** Whether it may be negative. */
  readonly isSigned?: boolean
  /** Whether it may be written with `$`. */
  readonly isAmount?: boolean
}

/** A decimal as exact text such as `-12.375`, or the problem with it. */
export type ReadDecimal = { readonly value: string } | { readonly problem: string }

const count = (decimals: number) => ['no', 'one', 'two', 'three', 'four'][decimals] ?? decimals

/** Exact text as an integer: `12.375` with three decimals as 12375. */
export function scaled(text: string, decimals: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign ? -value : value
}

/** Exact text without the zeros that end its fraction: `8.8750` as `8.875`. */
export const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0*$/, '') : text

/** Reads a typed decimal, `1,234.50` as `1234.5`. */
export function readDecimal(
  typed: string,
  { decimals, max, isSigned = false, isAmount = false }: DecimalFormat,
): ReadDecimal {
  if (typed.trim() === '') return { problem: 'Enter a number' }
  const number = typedNumber(typed, isAmount)
  if (!number) return { problem: 'Enter a number such as 1,250 or 1.5' }
  const size = withoutZeros(`${number.whole}.${number.decimals}`)
  if (number.decimals.length > decimals) return { problem: `At most ${count(decimals)} decimals` }
  if (number.isNegative && !isSigned) return { problem: 'This cannot be negative' }
  if (scaled(size, decimals) > scaled(String(max), decimals))
    return { problem: `At most ${max.toLocaleString('en-US')}` }
  return { value: number.isNegative && size !== '0' ? `-${size}` : size }
}
