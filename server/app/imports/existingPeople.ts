import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { ownPhoneKey } from './contacts.ts'
import { sameName, type Words, wordsOf } from './names.ts'
import { type Customer, haveOneName } from './newClients.ts'
import { asRows, storedPhoneKey } from './queries.ts'

/** An existing person, with the details that fill the empty fields of a row. */
export interface Known {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly company: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
}

/**
 * The existing people by the email addresses of a list, in any role, and by its phone numbers,
 * clients only.
 */
export interface KnownPeople {
  readonly byEmail: ReadonlyMap<string, Known>
  readonly byPhone: ReadonlyMap<string, readonly Known[]>
}

interface FoundRow extends Record<string, unknown>, Known {
  readonly key: string
  /** The phone number as it is stored. */
  readonly number: string
}

/** Finds the people with the email addresses and phone numbers of the customers. */
export async function knownPeople(db: Db, customers: readonly Customer[]): Promise<KnownPeople> {
  const keys = (texts: readonly string[]) => asRows([...new Set(texts)].map((key) => ({ key })))
  const person = sql`u.id, u.role, u.first_name || ' ' || u.last_name as name, u.company, u.email, u.phone, u.address`
  const byEmail = await db.execute<FoundRow>(sql`
    select r.key, ${person} from jsonb_to_recordset(${keys(customers.flatMap(({ email }) => email ?? []))}) as r(key text)
      join ${users} u on lower(u.email) = r.key where u.deleted_at is null`)
  const byPhone = await db.execute<FoundRow>(sql`
    with known as materialized (
      select u.id, phone.key, phone.number from ${users} u
        cross join lateral (values (${storedPhoneKey('phone')}, u.phone),
          (${storedPhoneKey('second_phone')}, u.second_phone)) phone(key, number)
        where u.deleted_at is null and u.role = 'client')
    select r.key, known.number, ${person}
      from jsonb_to_recordset(${keys(customers.flatMap(({ phones }) => phones))}) as r(key text)
      join known on known.key = r.key join ${users} u on u.id = known.id`)
  return {
    byEmail: new Map(byEmail.rows.map((row) => [row.key, row])),
    byPhone: groupBy(
      byPhone.rows.filter(({ key, number }) => ownPhoneKey(number) === key),
      ({ key }) => key,
    ),
  }
}

/** Each person once. */
export const distinctPeople = (people: readonly Known[]): Known[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
]

/** Whether a name is that of the client, of their company, or both together. */
function isNamed(words: Words, { name, company }: Known): boolean {
  const names = [name, ...(company ? [company, `${name} ${company}`] : [])]
  return names.some((one) => sameName(wordsOf(one), words))
}

/**
 * The phone numbers that do not identify a customer: those of several clients, those that appear
 * with different email addresses in the list or in the stored data, and those with names that do
 * not agree. The address of a person who is not a client does not count, because it is not the
 * customer's.
 */
export function phonesOfMany(
  customers: readonly Customer[],
  { byEmail, byPhone }: KnownPeople,
): ReadonlySet<string> {
  const isClients = (email: string) => (byEmail.get(email)?.role ?? 'client') === 'client'
  const rows = customers.flatMap((customer) =>
    customer.phones.map((phone) => ({ phone, customer })),
  )
  const sharedPhones = new Set<string>()
  for (const [phone, seen] of groupBy(rows, (row) => row.phone)) {
    const all = seen.map(({ customer }) => customer)
    const [owner, ...others] = distinctPeople(byPhone.get(phone) ?? [])
    const emails = new Set(all.flatMap(({ email }) => (email && isClients(email) ? [email] : [])))
    if (owner?.email) emails.add(owner.email.toLowerCase())
    const isOneName = owner
      ? all.every(({ words }) => words.size === 0 || isNamed(words, owner))
      : haveOneName(all)
    if (others.length > 0 || emails.size > 1 || !isOneName) sharedPhones.add(phone)
  }
  return sharedPhones
}
