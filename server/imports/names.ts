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
const COUPLE = /^\S+ (?:&|and) \S+ \S+$/i

/** `Maria de la Cruz` and `Cruz, Maria` as first and last name; undefined for a single word or a company. */
export function splitName(
  full: string,
): { readonly firstName: string; readonly lastName: string } | undefined {
  if (SUFFIX.test(full)) return undefined
  const [, behind, inFront] = /^([^,]+),\s*([^,]+)$/.exec(full) ?? []
  const [, first, last] = /^([^,]+)\s([^\s,]+)$/.exec(full) ?? []
  const [firstName, lastName] = behind ? [inFront, behind] : [first, last]
  if (!firstName || !lastName || FORMULA.test(firstName) || FORMULA.test(lastName)) return undefined
  return { firstName, lastName }
}

/**
 * A person for a company of which nobody is known: its first word and the rest, so that both together read as its name.
 * `single` is the last name where it has one word.
 */
export function nameOfCompany(company: string, single = 'Company'): PersonName {
  const [firstName = company, ...rest] = company.split(/\s+/)
  return { firstName, lastName: rest.join(' ') || single, company }
}

/** Whether a text can only be the name of a company. */
export const isCompany = (text: string) => COMPANY.test(text)

/** `Oak Dental (Rosa Lund)` as person and company. */
export function contactOf(text: string): PersonName | undefined {
  const [, company, contact = ''] = /^(.+?)\s*\(([^()]+)\)$/.exec(text) ?? []
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
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s,]+/g, ' ')
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`, lastName]
    .map(plain)
    .includes(plain(text))
}
