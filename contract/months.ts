import { z } from 'zod'
import { daysBetween, isDay, MONTHS } from './dates.ts'

const INVALID_MONTH = 'Enter a month as YYYY-MM'

/** A calendar month, `YYYY-MM`. */
export const month = z
  .string(INVALID_MONTH)
  .refine((value) => value.length === 7 && isDay(`${value}-01`), INVALID_MONTH)

/** An optional month: empty and null become null. */
export const optionalMonth = z.union(
  [z.literal('').transform(() => null), z.null(), month],
  INVALID_MONTH,
)

/** The month `n` months later (earlier when negative), both `YYYY-MM`. */
export function addMonths(value: string, n: number): string {
  const months = Number(value.slice(0, 4)) * 12 + Number(value.slice(5, 7)) - 1 + n
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The number of days in a month (`YYYY-MM`). */
export function daysInMonth(value: string): number {
  return daysBetween(`${value}-01`, `${addMonths(value, 1)}-01`)
}

/** A month as `Nov 2026`. */
export const formatMonth = (value: string): string =>
  `${MONTHS[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}`
