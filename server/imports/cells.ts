import { isDay } from '@plumbline/contract/dates.ts'
import type { ImportField } from '@plumbline/contract/imports.ts'
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

const characterNames: Readonly<Record<string, string>> = { '\t': 'a tab', '\r': 'a line break' }

function formulaIn(raw: string, text: string): string | undefined {
  const first = /^[\t\r]/.exec(raw)?.[0] ?? /^[=+\-@]/.exec(text)?.[0]
  return (
    first && `Begins with ${characterNames[first] ?? first}, which a spreadsheet runs as a formula`
  )
}

function readAmount(text: string): Reading {
  if (/^\$?\s*-|^\(/.test(text)) return { problem: 'Amounts cannot be negative' }
  const cents = AMOUNT.test(text) ? centsFromDollars(text) : undefined
  return cents === undefined ? { problem: 'Enter an amount such as 48,250.75' } : { value: cents }
}

function readDay(text: string): Reading {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [, month = '', day = '', year] = american ?? []
  const iso = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isDay(iso) ? { value: iso } : { problem: 'Enter a date such as 2026-03-05 or 3/5/2026' }
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
 * Reads a cell for a field: dollars as cents, US dates as `YYYY-MM-DD`, a status by its label. Text that a spreadsheet
 * would run as a formula is refused, but for phone numbers such as `+1 630 555 0101`. An empty cell is undefined.
 */
export function readCell(raw: string, type: ImportField['type']): Reading {
  if (raw.includes(INVALID_BYTES))
    return { problem: 'Is not UTF-8 text; save the file as CSV UTF-8' }
  const unguarded = raw.replace(GUARD, '')
  const text = unguarded.trim()
  if (text === '' || EMPTY.test(text)) return { value: undefined }
  if (type === 'amount') return readAmount(text)
  const formula = formulaIn(unguarded, text)
  if (formula && !(type === 'phone' && PHONE.test(text))) return { problem: formula }
  if (type === 'day') return readDay(text)
  if (type === 'status') return readStatus(text)
  return { value: text }
}
