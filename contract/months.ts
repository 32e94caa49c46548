import { z } from 'zod'
import { daysBetween, isDay, MONTHS } from './dates.ts'

const MONTH = 'Enter a month as YYYY-MM'

/** A month of the calendar, `YYYY-MM`. */
export const month = z
  .string(MONTH)
  .refine((value) => value.length === 7 && isDay(`${value}-01`), MONTH)

/** An optional month: empty and null become null. */
export const optionalMonth = z.union([z.literal('').transform(() => null), z.null(), month], MONTH)

/** The month `n` months later (earlier when negative), both `YYYY-MM`. */
export function addMonths(value: string, n: number): string {
  const months = Number(value.slice(0, 4)) * 12 + Number(value.slice(5, 7)) - 1 + n
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** How many days a month (`YYYY-MM`) has. */
export function daysInMonth(value: string): number {
  return daysBetween(`${value}-01`, `${addMonths(value, 1)}-01`)
}

/** A month as `Nov 2026`. */
export const formatMonth = (value: string): string =>
  `${MONTHS[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}`
