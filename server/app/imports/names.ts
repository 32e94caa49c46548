/** A person's name as it is stored, and the company if the text contains one. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
  readonly company?: string
}

/** A suffix of the name of a company or a person, which is not a last name. */
const SUFFIX = /[\s,](?:inc|llc|ltd|co|corp|jr|sr|ii|iii)\.?$/i
const COMPANY = /[\s,](?:inc|llc|ltd|co|corp)\.?$/i
/** Text that a spreadsheet would run as a formula is never part of a name. */
const FORMULA = /^[=+\-@]/
/** The most words in the name of a person. A longer name is that of a company. */
const MAX_WORDS = 3
/** The most characters of a name to compare. Longer names cannot be stored. */
const MAX_LENGTH = 500
const COUPLE = /^\S+ (?:&|and) \S+ \S+$/i

/** Text with single blanks: the patterns below would be very slow on a run of thousands. */
const withSingleBlanks = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Whether a name is text that a spreadsheet would run as a formula. */
export const isFormula = (name: string | null | undefined) => FORMULA.test(name ?? '')

/**
 * `Maria de la Cruz` and `Cruz, Maria` as first and last name; undefined for a single word or a
 * company.
 * @param isCell whether the text is a whole cell, whose beginning has been checked
 */
export function splitName(
  text: string,
  isCell = false,
): { readonly firstName: string; readonly lastName: string } | undefined {
  const full = withSingleBlanks(text)
  if (SUFFIX.test(full)) return undefined
  const [, behind, inFront] = /^([^,]+), ?([^,]+)$/.exec(full) ?? []
  const [, first, last] = /^([^,]+)\s([^\s,]+)$/.exec(full) ?? []
  const [firstName, lastName] = behind ? [inFront, behind] : [first, last]
  const isUnchecked = (name: string) => isFormula(name) && !(isCell && full.startsWith(name))
  if (!firstName || !lastName || isUnchecked(firstName) || isUnchecked(lastName)) return undefined
  return { firstName, lastName }
}

/**
 * A person for a company without a known contact: the first name is its first word and the last
 * name the rest, so that together they read as its name. A sign on its own, as in `Oak - Kitchens`,
 * does not begin the last name, because a spreadsheet would run it as a formula.
 * @param single the last name for a company with a single word
 */
export function nameOfCompany(company: string, single = 'Company'): PersonName {
  const words = company.split(/\s+/)
  const last = words.findIndex((word, place) => place > 0 && !/^[=+\-@]+$/.test(word))
  if (last < 0) return { firstName: company, lastName: single, company }
  return {
    firstName: words.slice(0, last).join(' '),
    lastName: words.slice(last).join(' '),
    company,
  }
}

/** Whether a text can only be the name of a company. */
export const isCompany = (text: string) => COMPANY.test(text)

/** The person and company in a text such as `Oak Dental (Rosa Lund)`; undefined for other text. */
export function contactOf(text: string): PersonName | undefined {
  const [, company, contact = ''] = /^(.+?) ?\(([^()]+)\)$/.exec(withSingleBlanks(text)) ?? []
  const person = splitName(contact.trim())
  return company && person ? { ...person, company } : undefined
}

/**
 * The name in a single text: of a person, a company, or a company with its contact in parentheses.
 */
export function nameOrCompany(text: string, single?: string): PersonName {
  const isShort = text.includes(',') || COUPLE.test(text) || text.split(/\s+/).length <= MAX_WORDS
  return (
    contactOf(text) ?? (isShort ? splitName(text, true) : undefined) ?? nameOfCompany(text, single)
  )
}

/** Whether a text is the person's name, in either order, or only their last name. */
export function isNameOf(text: string, { firstName, lastName }: PersonName): boolean {
  if ([text, firstName, lastName].some(({ length }) => length > MAX_LENGTH)) return false
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s,]+/g, ' ')
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`, lastName]
    .map(plain)
    .includes(plain(text))
}

/** The words of a name in any order: `Okafor, Maria` equals `Maria Okafor`. */
export type Words = ReadonlySet<string>

/** The words of a name in lower case, without punctuation and accents. */
export const wordsOf = (name: string): Words =>
  new Set(
    name
      .normalize('NFKD')
      .replaceAll(/[\p{M}'’.]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

const isWithin = (some: Words, all: Words) =>
  some.size > 0 && [...some].every((word) => all.has(word))

/** Whether two names can be the same customer: one contains all words of the other. */
export const sameName = (a: Words, b: Words) => isWithin(a, b) || isWithin(b, a)

/** Whether all the names can be the same customer: each matches every other one. */
export function agree(names: readonly Words[]): boolean {
  // If each is contained in the next longer one, it is contained in all longer ones.
  const sorted = [...names].sort((a, b) => a.size - b.size)
  return sorted.slice(1).every((name, place) => sameName(sorted[place] ?? name, name))
}
