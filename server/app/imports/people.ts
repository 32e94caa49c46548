import type { Role } from '@plumbline/contract/policy.ts'
import { ADMIN_NAME_ERROR } from '../../access/people/names.ts'
import { adminNames } from '../../access/people/queries.ts'
import { type Answers, type Cells, type ValidRow, withYields } from './checkRows.ts'
import {
  addressOf,
  distinctPhones,
  emailsIn,
  isFax,
  notesOf,
  phoneKey,
  phoneNote,
  phonesIn,
} from './contacts.ts'
import { idsToInvite, type Kind, type Match, NOTHING, publishImport } from './importers.ts'
import {
  contactOf,
  isCompany,
  isNameOf,
  nameOfCompany,
  nameOrCompany,
  sameName,
  splitName,
  wordsOf,
} from './names.ts'
import { jobLinks, linkOpenJobs, lockOpenJobs } from './openJobs.ts'
import * as queries from './queries.ts'
import { ImportedPerson, withId } from './values.ts'

type Texts = Readonly<Record<string, string | undefined>>

/**
 * The customer in a QuickBooks name such as `Lund, Rosa:Kitchen`, where the job follows a colon.
 */
const withoutJob = (displayName: string | undefined) => displayName?.split(':')[0]?.trim()

/**
 * First name, last name and company, from the available columns. A full name of a single word is
 * not used.
 */
function namesOf({ firstName, lastName, fullName, displayName: rawDisplayName, company }: Texts) {
  const displayName = withoutJob(rawDisplayName)
  if (firstName || lastName) {
    const known = { firstName: firstName ?? '', lastName: lastName ?? '' }
    const other = company ?? displayName
    return { firstName, lastName, company: other && !isNameOf(other, known) ? other : undefined }
  }
  const full = fullName
    ? (splitName(fullName, true) ??
      contactOf(fullName) ??
      (isCompany(fullName) ? nameOfCompany(fullName) : undefined))
    : undefined
  if (full) {
    const other = displayName && !isNameOf(displayName, full) ? displayName : undefined
    return {
      company: other && (contactOf(other)?.company ?? other),
      ...full,
      ...(company && { company }),
    }
  }
  if (displayName) return { ...nameOrCompany(displayName), ...(company && { company }) }
  return company ? { company, ...(contactOf(company) ?? nameOfCompany(company)) } : {}
}

/** The name from the list if it is not part of the stored names, for the notes. */
function unused(text: string | undefined, { firstName, lastName, company }: Texts): string[] {
  if (text === undefined || text === company) return []
  const person = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const contact = contactOf(text)
  return isNameOf(text, person) || (contact && contact.company === company) ? [] : [text]
}

/** The two phone numbers to store, and the other numbers of the row. */
function phonesOf(texts: Texts) {
  const numbers = ['phone', 'secondPhone', 'workPhone', 'homePhone'].flatMap((field) =>
    phonesIn(texts[field] ?? ''),
  )
  const [phone, secondPhone, ...more] = distinctPhones(numbers.filter((number) => !isFax(number)))
  return {
    phone: phone?.number,
    secondPhone: secondPhone?.number,
    more: more.map(phoneNote),
    faxes: [...numbers.filter(isFax), ...phonesIn(texts.fax ?? '')].map(({ number }) => number),
  }
}

/** The address, and another one if the list has two. Lines that only repeat a name are left out. */
function addressesOf(texts: Texts, names: Texts) {
  const isName = (line: string) =>
    [texts.displayName, texts.company, names.company].includes(line) ||
    isNameOf(line, { firstName: names.firstName ?? '', lastName: names.lastName ?? '' })
  const billing = addressOf(
    [texts.address, texts.address2, texts.address3, texts.address4],
    placeOf(texts.city, texts.state, texts.zipCode),
    isName,
  )
  const other = addressOf(
    [texts.otherAddress],
    placeOf(texts.otherCity, texts.otherState, texts.otherZipCode),
    isName,
  )
  return { address: billing || other, others: billing && other !== billing ? [other] : [] }
}

/**
 * The values of a person from the cells of a row. Values without a field of their own go into the
 * notes, so that nothing is lost.
 */
function compose(cells: Cells, { trade }: Answers): Cells {
  const texts = cells as Texts
  const names = namesOf(texts)
  const { emails, rest } = emailsIn(texts.email ?? '')
  const [email = '', ...otherEmails] = emails
  const { phone, secondPhone, more, faxes } = phonesOf(texts)
  const { address, others } = addressesOf(texts, names)
  return {
    role: cells.role,
    ...names,
    hasNameColumns: texts.firstName !== undefined && texts.lastName !== undefined,
    email,
    specialty: texts.specialty ?? trade ?? undefined,
    phone,
    secondPhone,
    address,
    notes: notesOf(texts.notes, {
      Contact: unused(texts.fullName, names),
      'Listed as': unused(texts.displayName, names),
      'Other email': [...otherEmails, texts.otherEmail ?? '', rest],
      'Other phone': more,
      Fax: faxes,
      'Other address': others,
    }),
  }
}

const placeOf = (city?: string, state?: string, zipCode?: string) => ({
  ...(city && { city }),
  ...(state && { state }),
  ...(zipCode && { zipCode }),
})

const roleNames: Readonly<Record<Role, string>> = {
  admin: 'an admin',
  subcontractor: 'a sub',
  client: 'a client',
}

/** Existing people are not changed, but an email address that they lack is reported. */
const LACKS_EMAIL = 'This person already exists without an email address. Add it on their card.'

/** The person was added by someone else during the import. */
const TAKEN = 'This email address was taken in the meantime; import the row again'

const lower = (text: string | null | undefined) => (text ?? '').toLowerCase()

/** The second key of a person: the name with the phone number, or else with the address. */
function nameKey({ email, firstName, lastName, phone, address }: ImportedPerson): string {
  const number = phoneKey(phone)
  if (email && number === '') return ''
  return JSON.stringify([lower(firstName), lower(lastName), number, number ? '' : lower(address)])
}

const fullNameOf = ({ firstName, lastName }: ImportedPerson) => `${firstName} ${lastName}`

/**
 * A customer under the email address of another one, such as the other half of a couple: the first
 * one signs in with it, and it goes into the notes of the other one.
 */
function customerApart(person: ImportedPerson, first: ImportedPerson): ImportedPerson | undefined {
  if (sameName(wordsOf(fullNameOf(person)), wordsOf(fullNameOf(first)))) return undefined
  const shared = { [`Email shared with ${fullNameOf(first)}`]: [person.email ?? ''] }
  return { ...person, email: null, notes: notesOf(person.notes ?? undefined, shared) }
}

const people = (
  kind: 'subcontractors' | 'customers',
  role: 'subcontractor' | 'client',
): Kind<ImportedPerson> => ({
  kind,
  schema: ImportedPerson,
  fixedValues: { role },
  compose,
  keyOf: ({ email }) => lower(email),
  key: 'email address',
  keyField: 'email',
  ...(role === 'client' && { apart: customerApart }),
  otherKeyOf: nameKey,
  otherKey: 'person',
  match: async (db, valid) => {
    const found = await queries.existingPeople(db, role, valid)
    const isAdmins = await adminNames(db)
    // A person with another role is not the one in the list, so the row is a problem.
    const matchOf = ({ role: other, lacksEmail }: queries.ExistingPerson) => {
      if (other !== role)
        return { reason: `This email address belongs to ${roleNames[other]} already` }
      return lacksEmail ? { reason: LACKS_EMAIL } : 'same'
    }
    const named: ValidRow<ImportedPerson>[] = []
    for await (const one of withYields(valid)) if (isAdmins(one.value)) named.push(one)
    return new Map<number, Match<ImportedPerson>>([
      ...named.map(({ row }) => [row, { reason: ADMIN_NAME_ERROR, field: 'firstName' }] as const),
      ...[...found].map(([row, person]) => [row, matchOf(person)] as const),
    ])
  },
  add: async (db, rows, { dryRun, linkJobs = false, actorId, source }) => {
    const people = rows.map(({ row, value }) => ({ row, person: withId(value) }))
    const countOf = (added: typeof people) => ({
      added: added.length,
      withoutEmail: added.filter(({ person }) => person.email === null).length,
    })
    if (dryRun || rows.length === 0) {
      const links = role === 'client' ? await jobLinks(db, people) : []
      return { ...NOTHING, ...countOf(people), links }
    }
    const locked =
      role === 'client' && linkJobs ? await lockOpenJobs(db, people) : new Set<string>()
    const list = people.map(({ person }) => person)
    const inserted = await queries.insertPeople(db, actorId, list)
    const ids = new Set(inserted.map(({ id }) => id))
    const taken = people.filter(({ person }) => !ids.has(person.id))
    await publishImport(db, actorId, kind, inserted.length)
    const added = people.filter(({ person }) => ids.has(person.id))
    const links = locked.size > 0 ? await linkOpenJobs(db, added, locked, { actorId, source }) : []
    return {
      ...{ ...NOTHING, ...countOf(added), linked: links.length, links },
      invitable: idsToInvite(inserted),
      refused: new Map(taken.map(({ row }) => [row, TAKEN])),
    }
  },
})

export const subcontractors = people('subcontractors', 'subcontractor')
export const customers = people('customers', 'client')
