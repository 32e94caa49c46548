import { unescapeFormulas } from '@plumbline/contract/csv.ts'
import { isDay } from '@plumbline/contract/dates.ts'
import { readDollars } from '@plumbline/contract/dollars.ts'
import type { ImportField } from '@plumbline/contract/importFields.ts'
import { MAX_STATUS_LENGTH } from '@plumbline/contract/imports.ts'
import { type JobStatus, jobStatuses } from '@plumbline/contract/jobs.ts'
import { readCents } from '@plumbline/contract/money.ts'
import { NUMBER_FORMAT, numberOf } from '@plumbline/contract/numbers.ts'
import { withoutPasted } from '@plumbline/contract/text.ts'
import { phonesIn } from './contacts.ts'
import { INVALID_BYTES } from './decode.ts'

/** The value of a cell, or the problem with it. */
export type Reading =
  | { readonly value: string | number | boolean | null | undefined }
  | { readonly problem: string }

/** Matches what spreadsheets write for an empty value: a dash, or `$ -`. */
const EMPTY = /^\$?\s*[-–—]+$/
const PHONE = /^\+\d[\d\s()./-]*(?:(?:x|ext\.?)\s*\d+)?$/i

/** A date as other tools write it, `Mar 5, 2026`, optionally followed by a time. */
const WORDED_DAY = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const HOUR = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The most characters of a cell; no field takes more. */
const MAX_CELL = 10_000
const TOO_LONG = 'At most 10,000 characters'
/** The most characters of a cell with email addresses or phone numbers, which is split up. */
const MAX_CONTACTS = 500
const CONTACTS: ReadonlySet<ImportField['type']> = new Set(['email', 'phone', 'phones'])

/** A number that a spreadsheet has shortened, such as `6.30555E+09`: its digits are lost. */
const SHORTENED_NUMBER = /(?<![\w.])\d+(?:[.,]\d+)?E[+-]?\d+(?!\w)/i
const SHORTENED =
  'Was shortened by a spreadsheet; format the column as text and enter the number again'
/** The values that spreadsheets and databases leave where there is none. */
const LEFTOVER = /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!)|NULL)$/

const PERCENT = /^(\d{1,3}(?:\.\d+)?)\s*%?$/

const characterNames: Readonly<Record<string, string>> = { '\t': 'a tab', '\r': 'a line break' }

/** The reason to refuse a cell that a spreadsheet runs. Behind an apostrophe it is plain text. */
function formulaIn(raw: string): string | undefined {
  const first = /^[\t\r]/.exec(raw)?.[0] ?? /^[=+\-@]/.exec(raw.trim())?.[0]
  return (
    first && `Begins with ${characterNames[first] ?? first}, which a spreadsheet runs as a formula`
  )
}

function readNumber(text: string): Reading {
  const value = numberOf(text)
  return value === undefined ? { problem: NUMBER_FORMAT } : { value }
}

/** Reads a percentage as a whole number. */
function readPercent(text: string): Reading {
  const percent = Math.round(Number(PERCENT.exec(text)?.[1] ?? Number.NaN))
  return percent <= 100 ? { value: percent } : { problem: 'Enter a percentage such as 65%' }
}

/** `Mar 5, 2026` or `March 5, 2026` as `3/5/2026`. */
function withoutWords(text: string): string {
  const [, word = '', day, year] = WORDED_DAY.exec(text) ?? []
  const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1
  return month > 0 ? `${month}/${day}/${year}` : text
}

/** The calendar day in a text, without its time; undefined if it is not a date. */
function dayOf(written: string): string | undefined {
  const text = withoutWords(written.replace(HOUR, ''))
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [, month = '', day = '', year] = american ?? []
  const iso = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isDay(iso) ? iso : undefined
}

function readDay(text: string): Reading {
  const value = dayOf(text)
  return value ? { value } : { problem: 'Enter a date such as 2026-03-05 or 3/5/2026' }
}

/** Reads a month, or a day in it. */
function readMonth(text: string): Reading {
  const first = text.replace(/^(\d{1,2})\/(\d{4})$/, '$1/1/$2').replace(/^(\d{4}-\d{2})$/, '$1-01')
  const value = dayOf(first)?.slice(0, 7)
  return value ? { value } : { problem: 'Enter a month such as 2026-03 or 3/2026' }
}

/** The job status with this name; undefined for a word that another tool uses. */
export const statusOf = (text: string): JobStatus | undefined =>
  jobStatuses.find((known) => known === text.toLowerCase().replaceAll(/[\s_-]+/g, '_'))

/** Reads a status. A word of another tool is accepted too: the user chooses what it means. */
function readStatus(text: string): Reading {
  return text.length > MAX_STATUS_LENGTH
    ? { problem: `At most ${MAX_STATUS_LENGTH} characters` }
    : { value: statusOf(text) ?? text }
}

/** The words for yes and no in the lists of other tools. */
const YES = /^(?:y|yes|t|true|1|x|✓|tax|taxable|taxed)$/i
const NO = /^(?:n|no|f|false|0|non|non-?taxable|not taxable|exempt|tax[ -]?exempt)$/i

function readYesNo(text: string): Reading {
  if (YES.test(text)) return { value: true }
  return NO.test(text) ? { value: false } : { problem: 'Enter yes or no' }
}

/** Reads phone numbers. A leading plus is the only formula character that a number may have. */
function readPhones(text: string, formula: string | undefined): Reading {
  const wrong = phonesIn(text).find(({ number }) => /^[=+\-@]/.test(number) && !PHONE.test(number))
  return wrong ? { problem: formula ?? 'One of the numbers is a formula' } : { value: text }
}

/**
 * Reads a cell for a field: dollars as cents or as exact text, US dates as `YYYY-MM-DD`, a status
 * by its label or as the word of another tool. Text that a spreadsheet would run as a formula is
 * refused, except phone numbers such as `+1 630 555 0101` and what our own files write behind an
 * apostrophe. The value of an empty cell is undefined.
 */
export function readCell(cell: string, type: ImportField['type']): Reading {
  // First, so that none stands before a formula.
  const raw = withoutPasted(cell)
  if (raw.includes(INVALID_BYTES))
    return { problem: 'Is not UTF-8 text; save the file as CSV UTF-8' }
  if (raw.length > MAX_CELL) return { problem: TOO_LONG }
  const plain = unescapeFormulas(raw)
  const text = plain.trim()
  if (text === '' || EMPTY.test(text)) return { value: undefined }
  if (LEFTOVER.test(text))
    return { problem: `${text} stands for a missing value; enter it or empty the cell` }
  if (CONTACTS.has(type) && text.length > MAX_CONTACTS)
    return { problem: `At most ${MAX_CONTACTS} characters` }
  if (type === 'amount') return readCents(text)
  if (type === 'dollars') return readDollars(text, Number.POSITIVE_INFINITY)
  // The schema reads it, by the rules of the form.
  if (type === 'unitPrice') return { value: text }
  if (type === 'yesNo') return readYesNo(text)
  if (type === 'number') return readNumber(text)
  if (type === 'percent') return readPercent(text)
  if ((type === 'phone' || type === 'phones') && SHORTENED_NUMBER.test(text))
    return { problem: SHORTENED }
  const formula = formulaIn(raw)
  if (type === 'phones') return readPhones(text, formula)
  if (formula && !(type === 'phone' && PHONE.test(text))) return { problem: formula }
  if (type === 'day') return readDay(text)
  if (type === 'month') return readMonth(text)
  if (type === 'status') return readStatus(text)
  return { value: text }
}
