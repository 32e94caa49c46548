import type { ImportReport } from '@plumbline/contract/imports.ts'
import { sql } from 'drizzle-orm'
import { adminNames } from '../../access/people/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { withYields } from './checkRows.ts'
import { ownPhoneKey } from './contacts.ts'
import {
  distinctPeople,
  type Known,
  type KnownPeople,
  knownPeople,
  phonesOfMany,
} from './existingPeople.ts'
import { wordsOf } from './names.ts'
import { type Customer, emailsOfMany, newcomersOf } from './newClients.ts'
import { asRows } from './queries.ts'
import type { ImportedJob, NewPerson } from './values.ts'

/** A job with its client, or with the reason why the customer in the row was not linked. */
export interface LinkedJob {
  readonly job: ImportedJob
  readonly link?: Omit<ImportReport['links'][0], 'row'>
  readonly reason?: string
}

/** Jobs with their clients, and the new clients in the list. */
export interface LinkedJobs {
  readonly jobs: readonly LinkedJob[]
  readonly newClients: readonly NewPerson[]
}

const numbersOf = ({ customerPhone, customerSecondPhone }: ImportedJob) =>
  [customerPhone, customerSecondPhone].flatMap((number) => number ?? [])

const customerOf = (job: ImportedJob, place: number): Customer => ({
  ...{ job, place },
  words: wordsOf(job.customerName ?? ''),
  email: job.customerEmail?.toLowerCase() ?? null,
  phones: [...new Set(numbersOf(job).map(ownPhoneKey))].filter((phone) => phone !== ''),
})

/** Email addresses and phone numbers that a list gives for more than one customer. */
interface SharedContacts {
  readonly emails: ReadonlySet<string>
  readonly phones: ReadonlySet<string>
}

/**
 * Whether existing clients have one of the phone numbers, and which one. The owner is null if there
 * are several, or if the row has no name.
 */
function ownerOf(
  { phones, words }: Customer,
  { byPhone }: KnownPeople,
  sharedContacts: SharedContacts,
) {
  const own = phones.filter((phone) => !sharedContacts.phones.has(phone))
  const owners = distinctPeople(own.flatMap((phone) => byPhone.get(phone) ?? []))
  const [owner, ...others] = owners
  return { isKnown: owners.length > 0, owner: others.length > 0 || words.size === 0 ? null : owner }
}

/**
 * The existing client of a row. A client with a different email address is another person, who must
 * not be able to read this job.
 */
function clientOf(customer: Customer, known: KnownPeople, sharedContacts: SharedContacts) {
  const holder = known.byEmail.get(customer.email ?? '')
  if (holder?.role === 'client') return { client: holder, by: 'email' } as const
  const { owner } = ownerOf(customer, known, sharedContacts)
  const isSame = owner && (customer.email === null || owner.email === null)
  return isSame ? ({ client: owner, by: 'phone' } as const) : null
}

/**
 * The customers that match no existing client, with only the phone numbers that belong to a single
 * customer.
 */
function unknownCustomers(
  customers: readonly Customer[],
  known: KnownPeople,
  sharedContacts: SharedContacts,
) {
  return customers
    .filter(
      ({ email }) =>
        email === null || !(known.byEmail.has(email) || sharedContacts.emails.has(email)),
    )
    .map((customer) => ({
      ...customer,
      phones: ownerOf(customer, known, sharedContacts).isKnown
        ? []
        : customer.phones.filter((phone) => !sharedContacts.phones.has(phone)),
    }))
    .filter(({ email, phones }) => email !== null || phones.length > 0)
}

/**
 * The reason why a customer cannot be identified; undefined for one without any contact
 * information.
 */
function reasonOf(
  { job, email, words }: Customer,
  sharedContacts: SharedContacts,
): string | undefined {
  if (email !== null && sharedContacts.emails.has(email))
    return `${job.customerEmail} is the email address of several customers`
  const numbers = numbersOf(job)
  const shared = numbers.find((number) => sharedContacts.phones.has(ownPhoneKey(number)))
  if (shared) return `${shared} is the phone of several customers`
  const [contact] = [...(job.customerEmail ? [job.customerEmail] : []), ...numbers]
  if (contact === undefined) return undefined
  if (words.size === 0) return `There is no customer name to go with ${contact}`
  if (email !== null) return `${job.customerName} cannot be stored as the name of a client`
  const own = numbers.find((number) => ownPhoneKey(number) !== '')
  return own
    ? `${own} fits more than one customer`
    : `${contact} is not enough to tell customers apart`
}

/** Links each job to its client, never by name alone, and returns the clients to add. */
export async function linkJobs(db: Db, list: readonly ImportedJob[]): Promise<LinkedJobs> {
  const customers: Customer[] = []
  for await (const job of withYields(list)) customers.push(customerOf(job, customers.length))
  const known = await knownPeople(db, customers)
  const sharedContacts = {
    emails: emailsOfMany(customers.filter(({ email }) => !known.byEmail.has(email ?? ''))),
    phones: phonesOfMany(customers, known),
  }
  const found = customers.map((customer) => clientOf(customer, known, sharedContacts))
  const others = customers.filter(({ place }) => !found[place])
  const isAdmins = await adminNames(db)
  const named = await newcomersOf(unknownCustomers(others, known, sharedContacts))
  const newcomers = new Map([...named].filter(([, person]) => !isAdmins(person)))
  const jobs = customers.map((customer): LinkedJob => {
    const { job, place, email } = customer
    const existing = found[place]
    if (existing) {
      const { client, by } = existing
      return { job: ofClient(job, client), link: { client: client.name, by, isNew: false } }
    }
    const person = newcomers.get(place)
    if (person) {
      const link = { client: `${person.firstName} ${person.lastName}`, isNew: true } as const
      return {
        job: { ...job, clientId: person.id },
        link: { ...link, by: email === null ? 'phone' : 'email' },
      }
    }
    const isOther = known.byEmail.has(email ?? '')
    const reason = named.has(place)
      ? `${job.customerName} is the name of an admin`
      : isOther
        ? undefined
        : reasonOf(customer, sharedContacts)
    return { job, ...(reason && { reason }) }
  })
  return { jobs, newClients: [...new Set(newcomers.values())] }
}

const ofClient = (job: ImportedJob, { id, name, email, phone, address }: Known): ImportedJob => ({
  ...job,
  clientId: id,
  customerName: job.customerName ?? name,
  customerEmail: job.customerEmail ?? email,
  customerPhone: job.customerPhone ?? phone,
  customerAddress: job.customerAddress ?? address,
})

/**
 * The ids of the given people who are clients, locked so that they cannot be removed until the
 * transaction ends.
 */
export async function lockClients(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = [...new Set(ids)].map((id) => ({ id }))
  const locked = await db.execute<{ id: string }>(sql`
    select u.id from ${users} u where u.deleted_at is null and u.role = 'client'
      and u.id in (select r.id from jsonb_to_recordset(${asRows(rows)}) as r(id uuid))
    order by u.id for share of u`)
  return new Set(locked.rows.map(({ id }) => id))
}
