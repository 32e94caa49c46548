import { email } from '@plumbline/contract/text.ts'

const LABEL =
  /\b((?:main|mobile|cell|work|office|business|home|alt|other|fax)?\s*(?:phone|mobile|cell|fax|tel|work|home|main|office|other|alt)\.?)\s*:\s*/gi
/**
 * A part of a cell with fewer digits belongs to the number before it, for example as an extension.
 */
const MIN_DIGITS = 7

/** A phone number as it was written, and its label in the list. */
export interface Phone {
  readonly label: string
  readonly number: string
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

/**
 * The digits by which a phone number is matched: without its extension, and without the country
 * code 1 of the United States. Empty for a number that is too short. `storedPhoneKey` in queries.ts
 * does the same for stored numbers.
 */
export function phoneKey(phone: string | null | undefined): string {
  const digits = digitsIn((phone ?? '').replace(/(?:x|ext).*$/is, ''))
  const key = /^1\d{10}$/.test(digits) ? digits.slice(1) : digits
  return key.length >= MIN_DIGITS ? key : ''
}

/** The digits of a number with its area code. */
const FULL_DIGITS = 10
/** A made-up number, typed because one is required and none is known. */
const MADE_UP = /^(?:(\d)\1*|1234567890)$/

/**
 * The digits of a phone number that can belong to a single customer. Empty for numbers that several
 * customers may share: those without an area code, with an extension, or made up.
 */
export function ownPhoneKey(phone: string | null | undefined): string {
  const key = phoneKey(phone)
  const isShared = key.length < FULL_DIGITS || MADE_UP.test(key) || /[x#]/i.test(phone ?? '')
  return isShared ? '' : key
}

/**
 * The phone numbers of a cell: `Phone:(612) 555-0100 Mobile:(612) 555-0111`, or separated by commas
 * or lines.
 */
export function phonesIn(cell: string): Phone[] {
  const phones: Phone[] = []
  // A long run of blanks would make the patterns below very slow.
  const short = cell.replaceAll(/\s+/g, (blanks) => (/[\n\r]/.test(blanks) ? '\n' : ' '))
  for (const part of short.replaceAll(LABEL, '\n$1:').split(/[\n;,|]+|\s\/\s|\sor\s/i)) {
    const [, label = '', number = ''] = /^(?:([a-z .]+):)?\s*(.*)$/i.exec(part.trim()) ?? []
    if (number === '') continue
    const before = phones.at(-1)
    if (before && digitsIn(number).length < MIN_DIGITS)
      phones[phones.length - 1] = { ...before, number: `${before.number} ${number}` }
    else phones.push({ label: label.trim(), number })
  }
  return phones
}

/** Whether a number is a fax number, which nobody calls. */
export const isFax = ({ label }: Phone) => /fax/i.test(label)

/** Removes repeated numbers and keeps the first; `+1 612 555 0100` is `(612) 555-0100`. */
export function distinctPhones(phones: readonly Phone[]): Phone[] {
  const byKey = new Map<string, Phone>()
  for (const phone of phones) {
    const key = phoneKey(phone.number) || phone.number
    if (!byKey.has(key)) byKey.set(key, phone)
  }
  return [...byKey.values()]
}

/** A number with its label, for a note. */
export const phoneNote = ({ label, number }: Phone) => (label ? `${label} ${number}` : number)

/** Whether the text is an email address, and not a formula to a spreadsheet. */
const isEmail = (text: string) => /^[^=+-]/.test(text) && email.safeParse(text).success

/**
 * The email addresses of a cell, separated by commas, semicolons, blanks or, as an address may
 * contain it, by a vertical bar between two of them; `rest` is everything else. A cell without a
 * valid address is returned as the only address, so that it is reported as invalid.
 */
export function emailsIn(cell: string): { readonly emails: string[]; readonly rest: string } {
  const parts = cell
    .split(/[\s,;<>]+/)
    .flatMap((part) => (isEmail(part) ? part : part.split('|')))
    .filter(Boolean)
  const emails = parts.filter(isEmail)
  if (emails.length === 0) return { emails: [cell], rest: '' }
  return { emails, rest: parts.filter((part) => !isEmail(part)).join(' ') }
}

/**
 * A text with more lines is not an address; comparing thousands of them with a name would be slow.
 */
const MAX_ADDRESS_LINES = 50

/**
 * An address in one line: its lines, the city, and state with ZIP code. Lines that only repeat a
 * name are left out, but not the city, which may have the same name as a person.
 */
export function addressOf(
  lines: readonly (string | undefined)[],
  { city, state, zipCode }: { city?: string; state?: string; zipCode?: string } = {},
  isName: (line: string) => boolean = () => false,
): string {
  const place = [state, zipCode].filter(Boolean).join(' ')
  const tidy = (line: string | undefined) => (line ?? '').trim().replace(/,$/, '')
  const street = lines
    .flatMap((line) => (line ?? '').split(/[\r\n]+/))
    .map(tidy)
    .filter((line) => line !== '')
  const named = street.length > MAX_ADDRESS_LINES ? street : street.filter((line) => !isName(line))
  return [...named, tidy(city), place].filter((line) => line !== '').join(', ')
}

/** Notes with a line for each kind of value that has no field of its own. */
export function notesOf(
  notes: string | undefined,
  extras: Readonly<Record<string, readonly string[]>>,
): string {
  const lines = Object.entries(extras)
    .map(([label, texts]) => [label, texts.filter(Boolean).join(', ')])
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
  return [notes, ...lines].filter(Boolean).join('\n')
}
