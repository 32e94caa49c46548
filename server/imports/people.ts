import { NewUser, UserChange } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { optionalEmail, optionalText } from '@plumbline/contract/text.ts'
import { z } from 'zod'
import type { Answers, Cells } from './checkRows.ts'
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
import { announce, type Kind, NOTHING } from './importers.ts'
import { contactOf, isCompany, isNameOf, nameOfCompany, nameOrCompany, splitName } from './names.ts'
import * as queries from './queries.ts'

/** A person as a list knows them: the email address may be missing. The notes are for the office. */
export const ImportedPerson = z
  .object({
    ...NewUser.shape,
    email: optionalEmail.default(null),
    secondPhone: UserChange.shape.secondPhone,
    company: UserChange.shape.company,
    address: UserChange.shape.address,
    notes: optionalText(10_000).optional(),
  })
  .refine((person) => person.role !== 'subcontractor' || person.specialty, {
    path: ['specialty'],
    message: 'Specialty is required',
  })
export type ImportedPerson = z.output<typeof ImportedPerson>

type Texts = Readonly<Record<string, string | undefined>>

/** A customer of a customer, as QuickBooks writes one: `Lund, Rosa:Kitchen`. */
const withoutJob = (displayName: string | undefined) => displayName?.split(':')[0]?.trim()

/** First name, last name and company, from whichever columns there are; nothing is made up for a single word. */
function namesOf({ firstName, lastName, fullName, displayName: listed, company }: Texts) {
  const displayName = withoutJob(listed)
  if (firstName || lastName) {
    const known = { firstName: firstName ?? '', lastName: lastName ?? '' }
    const other = company ?? displayName
    return { firstName, lastName, company: other && !isNameOf(other, known) ? other : undefined }
  }
  const full = fullName
    ? (splitName(fullName) ??
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

const isUsed = (text: string | undefined, names: Cells) =>
  text === undefined || Object.values(names).some((name) => text.includes(String(name)))

/** A person of the cells of a row. What has no place of its own goes into the notes, so that nothing is lost. */
function compose(cells: Cells, { trade }: Answers): Cells {
  const texts = cells as Texts
  const names = namesOf(texts)
  const isName = (line: string) =>
    [texts.displayName, texts.company, names.company].includes(line) ||
    isNameOf(line, { firstName: names.firstName ?? '', lastName: names.lastName ?? '' })
  const { emails, rest } = emailsIn(texts.email ?? '')
  const [email = '', ...otherEmails] = emails
  const numbers = ['phone', 'secondPhone', 'workPhone', 'homePhone'].flatMap((field) =>
    phonesIn(texts[field] ?? ''),
  )
  const faxes = [...numbers.filter(isFax), ...phonesIn(texts.fax ?? '')]
  const [phone, secondPhone, ...more] = distinctPhones(numbers.filter((number) => !isFax(number)))
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
  return {
    role: cells.role,
    ...names,
    email,
    specialty: texts.specialty ?? trade ?? undefined,
    phone: phone?.number,
    secondPhone: secondPhone?.number,
    address: billing || other,
    notes: notesOf(texts.notes, {
      Contact: isUsed(texts.fullName, names) ? [] : [texts.fullName ?? ''],
      'Other email': [...otherEmails, texts.otherEmail ?? '', rest],
      'Other phone': more.map(phoneNote),
      Fax: faxes.map(({ number }) => number),
      'Other address': billing && other !== billing ? [other] : [],
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

const lower = (text: string | null | undefined) => (text ?? '').toLowerCase()

/** By what a person without an email address is known: the name with the phone, else with the address. */
function nameKey({ email, firstName, lastName, phone, address }: ImportedPerson): string {
  const number = phoneKey(phone)
  if (email && number === '') return ''
  return JSON.stringify([lower(firstName), lower(lastName), number, number ? '' : lower(address)])
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
  otherKeyOf: nameKey,
  otherKey: 'name and phone',
  match: async (db, valid) => {
    const found = await queries.existingPeople(db, role, valid)
    // Somebody of another role is a different person than the list means, so the row is a problem.
    const results = [...found].map(
      ([row, other]) =>
        [
          row,
          other === role
            ? 'same'
            : { reason: `This address belongs to ${roleNames[other]} already` },
        ] as const,
    )
    return new Map(results)
  },
  add: async (db, values, { dryRun, actorId }) => {
    if (dryRun || values.length === 0) return { ...NOTHING, added: values.length }
    const added = await queries.insertPeople(db, actorId, values.map(queries.withId))
    await announce(db, actorId, kind, added.length)
    const invitable = added.filter(({ email }) => email !== null).map(({ id }) => id)
    return { ...NOTHING, added: added.length, invitable }
  },
})

export const subcontractors = people('subcontractors', 'subcontractor')
export const customers = people('customers', 'client')
