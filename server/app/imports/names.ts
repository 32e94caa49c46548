/** A person's name as it is stored, and the company where the text named one. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
  readonly company?: string
}

/** What may end the name of a company or a person, but is no last name. */
const SUFFIX = /[\s,](?:inc|llc|ltd|co|corp|jr|sr|ii|iii)\.?$/i
const COMPANY = /[\s,](?:inc|llc|ltd|co|corp)\.?$/i
/** Text that a spreadsheet would run is part of no name. */
const FORMULA = /^[=+\-@]/
/** A name has at most so many words; more are the name of a company. */
const MAX_WORDS = 3
/** A text with more characters is no name that can be stored. */
const MAX_LENGTH = 500
const COUPLE = /^\S+ (?:&|and) \S+ \S+$/i

/** Text with single blanks: the patterns below would take far too long on a run of thousands. */
const withSingleBlanks = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Whether one of a person's names is text that a spreadsheet would run. */
export const isFormula = (name: string | null | undefined) => FORMULA.test(name ?? '')

/** `Maria de la Cruz` and `Cruz, Maria` as first and last name; undefined for a single word or a company. */
export function splitName(
  text: string,
): { readonly firstName: string; readonly lastName: string } | undefined {
  const full = withSingleBlanks(text)
  if (SUFFIX.test(full)) return undefined
  const [, behind, inFront] = /^([^,]+), ?([^,]+)$/.exec(full) ?? []
  const [, first, last] = /^([^,]+)\s([^\s,]+)$/.exec(full) ?? []
  const [firstName, lastName] = behind ? [inFront, behind] : [first, last]
  if (!firstName || !lastName || isFormula(firstName) || isFormula(lastName)) return undefined
  return { firstName, lastName }
}

/**
 * A person for a company of which nobody is known: its first word and the rest, so that both together read as its name.
 * `single` is the last name where it has one word. A sign alone, as in `Oak - Kitchens`, begins no last name: a
 * spreadsheet would run it.
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

/** `Oak Dental (Rosa Lund)` as person and company. */
export function contactOf(text: string): PersonName | undefined {
  const [, company, contact = ''] = /^(.+?) ?\(([^()]+)\)$/.exec(withSingleBlanks(text)) ?? []
  const person = splitName(contact.trim())
  return company && person ? { ...person, company } : undefined
}

/** The person that a list calls by one text: a person, a company, or a company with its contact in brackets. */
export function nameOrCompany(text: string, single?: string): PersonName {
  const isShort = text.includes(',') || COUPLE.test(text) || text.split(/\s+/).length <= MAX_WORDS
  return contactOf(text) ?? (isShort ? splitName(text) : undefined) ?? nameOfCompany(text, single)
}

/** Whether a text is this person's name, in either order, or their last name alone. */
export function isNameOf(text: string, { firstName, lastName }: PersonName): boolean {
  if ([text, firstName, lastName].some(({ length }) => length > MAX_LENGTH)) return false
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s,]+/g, ' ')
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`, lastName]
    .map(plain)
    .includes(plain(text))
}

/** The words of a name, whichever their order: `Okafor, Maria` has those of `Maria Okafor`. */
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

/** Whether two names can be of one customer: all words of one are words of the other. */
export const sameName = (a: Words, b: Words) => isWithin(a, b) || isWithin(b, a)

/** Whether all these names can be of one customer: each of two is the same name as the other. */
export function agree(names: readonly Words[]): boolean {
  // Where each is within the next longer one, it is within all longer ones.
  const sorted = [...names].sort((a, b) => a.size - b.size)
  return sorted.slice(1).every((name, place) => sameName(sorted[place] ?? name, name))
}
