import { isDay } from '@plumbline/contract/dates.ts'
import type { ImportField } from '@plumbline/contract/importFields.ts'
import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { centsFromDollars } from '@plumbline/contract/money.ts'
import { INVALID_BYTES } from './decode.ts'

/** The value of a cell, or what is wrong with it. */
export type Reading =
  | { readonly value: string | number | null | undefined }
  | { readonly problem: string }

/** Our own files put this before what a spreadsheet would run (see the browser's csv.ts); reading removes it. */
const GUARD = /^'(?=[=+\-@\t\r])/
/** How spreadsheets write an empty value: a dash, or `$ -`. */
const EMPTY = /^\$?\s*[-–—]+$/
const PHONE = /^\+\d[\d\s()./-]*(?:(?:x|ext\.?)\s*\d+)?$/i
/** US notation only: `48.250,75` and `1,5` are written otherwise elsewhere, and would become a hundred times as much. */
const AMOUNT = /^\$?\s*(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/

const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/
/** A minus, or a bracket as accountants write one. */
const NEGATIVE = /^\$?\s*-|^\(/
const NOT_NEGATIVE = 'Amounts cannot be negative'
const INVALID_AMOUNT = 'Enter an amount such as 48,250.75'

const characterNames: Readonly<Record<string, string>> = { '\t': 'a tab', '\r': 'a line break' }

function formulaIn(raw: string, text: string): string | undefined {
  const first = /^[\t\r]/.exec(raw)?.[0] ?? /^[=+\-@]/.exec(text)?.[0]
  return (
    first && `Begins with ${characterNames[first] ?? first}, which a spreadsheet runs as a formula`
  )
}

function readAmount(text: string): Reading {
  if (NEGATIVE.test(text)) return { problem: NOT_NEGATIVE }
  const cents = AMOUNT.test(text) ? centsFromDollars(text) : undefined
  return cents === undefined ? { problem: INVALID_AMOUNT } : { value: cents }
}

/** Dollars as the plain text that the schemas of the rentals read. */
function readDollars(text: string): Reading {
  if (NEGATIVE.test(text)) return { problem: NOT_NEGATIVE }
  return AMOUNT.test(text)
    ? { value: text.replace(/^\$\s*/, '').replaceAll(',', '') }
    : { problem: INVALID_AMOUNT }
}

function readNumber(text: string): Reading {
  return NUMBER.test(text)
    ? { value: Number(text.replaceAll(',', '')) }
    : { problem: 'Enter a number such as 1,250 or 1.5' }
}

/** The calendar day that is written; undefined when it is none. */
function dayOf(text: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [, month = '', day = '', year] = american ?? []
  const iso = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isDay(iso) ? iso : undefined
}

function readDay(text: string): Reading {
  const value = dayOf(text)
  return value ? { value } : { problem: 'Enter a date such as 2026-03-05 or 3/5/2026' }
}

/** A month, or a day of it. */
function readMonth(text: string): Reading {
  const first = text.replace(/^(\d{1,2})\/(\d{4})$/, '$1/1/$2').replace(/^(\d{4}-\d{2})$/, '$1-01')
  const value = dayOf(first)?.slice(0, 7)
  return value ? { value } : { problem: 'Enter a month such as 2026-03 or 3/2026' }
}

function readStatus(text: string): Reading {
  const status = jobStatuses.find(
    (known) => known === text.toLowerCase().replaceAll(/[\s_-]+/g, '_'),
  )
  return status
    ? { value: status }
    : { problem: 'Status must be Not Started, In Progress, Completed or On Hold' }
}

/**
 * Reads a cell for a field: dollars as cents or as plain text, US dates as `YYYY-MM-DD`, a status by its label. Text that a spreadsheet
 * would run as a formula is refused, but for phone numbers such as `+1 630 555 0101`. An empty cell is undefined.
 */
export function readCell(raw: string, type: ImportField['type']): Reading {
  if (raw.includes(INVALID_BYTES))
    return { problem: 'Is not UTF-8 text; save the file as CSV UTF-8' }
  const unguarded = raw.replace(GUARD, '')
  const text = unguarded.trim()
  if (text === '' || EMPTY.test(text)) return { value: undefined }
  if (type === 'amount') return readAmount(text)
  if (type === 'dollars') return readDollars(text)
  if (type === 'number') return readNumber(text)
  const formula = formulaIn(unguarded, text)
  if (formula && !(type === 'phone' && PHONE.test(text))) return { problem: formula }
  if (type === 'day') return readDay(text)
  if (type === 'month') return readMonth(text)
  if (type === 'status') return readStatus(text)
  return { value: text }
}
