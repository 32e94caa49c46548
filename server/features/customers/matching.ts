import type { NewContact } from '@plumbline/contract/customers.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { eq, sql } from 'drizzle-orm'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import {
  customerContacts,
  customers,
  MIN_PHONE_DIGITS,
  phoneDigits,
} from '../../schema/customers.ts'
import { users } from '../../schema/people.ts'
import { holdCustomer, holdCustomers } from './queries.ts'

type Text = string | null | undefined

/** The words about a customer in a job, a bid or a row of an import. */
export interface CustomerWords {
  readonly customerName?: Text
  readonly customerEmail?: Text
  readonly customerPhone?: Text
  readonly customerAddress?: Text
  readonly leadSource?: Text
  readonly company?: Text
}

/** The keys of a customer: the email address, and the phone number and name together. */
interface Keys extends Record<string, unknown> {
  readonly email: string | null
  readonly person: string | null
  /** The customer with this email address, or this phone number and name. */
  readonly customerId: string | null
}

/** Whether the words say who the customer is; an address alone does not. */
const isNamed = ({ customerName, customerEmail, customerPhone }: CustomerWords) =>
  Boolean(customerName || customerEmail || customerPhone)

/**
 * Finds customers by email address, else by phone number and name together, if one of the two has
 * no email address; never by a name alone. The oldest one, if there are several.
 */
async function match(db: Db, words: readonly CustomerWords[]): Promise<Keys[]> {
  const rows = words.map(({ customerName, customerEmail, customerPhone }, place) => ({
    ...{ place, name: customerName, email: customerEmail, phone: customerPhone },
  }))
  const digits = phoneDigits(sql`c.phone`)
  const found = await db.execute<Keys>(sql`
    with r as (
      select place, lower(nullif(email, '')) as email, lower(name) as name, ${phoneDigits(sql`phone`)} as digits
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(place int, name text, email text, phone text)),
      keyed as (select *, name is not null and length(digits) >= ${MIN_PHONE_DIGITS} as "isPerson" from r)
    select email, case when "isPerson" then digits || ' ' || name end as person, coalesce(
      (select c.customer_id from ${customerContacts} c where lower(c.email) = k.email
        order by c.created_at, c.id limit 1),
      (select c.customer_id from ${customerContacts} c join ${customers} m on m.id = c.customer_id
        where k."isPerson" and ${digits} = k.digits and k.name in (lower(c.name), lower(m.name))
          and (k.email is null or c.email is null)
        order by c.created_at, c.id limit 1)) as "customerId"
      from keyed k order by place`)
  return found.rows
}

/** The index of the first row of the same customer, for each row, by the same rule. */
function groupsOf(keys: readonly Keys[]): number[] {
  const byEmail = new Map<string, number>()
  const byPerson = new Map<string, number>()
  const first = (map: Map<string, number>, key: string, place: number) => {
    const known = map.get(key) ?? place
    map.set(key, known)
    return known
  }
  const ofEmail = keys.map(({ email, person }, place) => {
    if (email === null) return undefined
    const group = first(byEmail, email, place)
    if (person !== null) first(byPerson, person, group)
    return group
  })
  return keys.map(
    ({ person }, place) =>
      ofEmail[place] ?? (person === null ? place : first(byPerson, person, place)),
  )
}

/** The contact that the words describe. */
function contactOf({ customerName, customerEmail, customerPhone }: CustomerWords): NewContact {
  return {
    name: customerName ?? customerEmail ?? customerPhone ?? '',
    email: customerEmail ?? null,
    phone: customerPhone ?? null,
  }
}

/** Adds a customer for each group of rows. @returns their ids by the index of the group */
async function add(
  db: Db,
  groups: ReadonlyMap<number, CustomerWords>,
): Promise<ReadonlyMap<number, string>> {
  const rows = [...groups].map(([place, words]) => ({ place, words, id: newId() }))
  if (rows.length === 0) return new Map()
  await db.insert(customers).values(
    rows.map(({ id, words }) => ({
      id,
      name: contactOf(words).name,
      address: words.customerAddress ?? null,
      source: words.leadSource ?? null,
      company: words.company ?? null,
    })),
  )
  await db
    .insert(customerContacts)
    .values(rows.map(({ id, words }) => ({ ...contactOf(words), customerId: id, position: 0 })))
  return new Map(rows.map(({ place, id }) => [place, id]))
}

/**
 * Matches, and holds the customers that were found until the transaction ends. Where one is not
 * known yet, only this transaction may add customers.
 */
async function matchAndHold(db: Db, words: readonly CustomerWords[]): Promise<Keys[]> {
  const isKnown = (keys: readonly Keys[]) =>
    keys.every(({ customerId }, place) => customerId !== null || !isNamed(words[place] ?? {}))
  let keys = await match(db, words)
  if (!isKnown(keys)) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('customers', 0))`)
    keys = await match(db, words)
  }
  const isHeld = await holdCustomers(
    db,
    keys.flatMap(({ customerId }) => customerId ?? []),
  )
  return isHeld ? keys : matchAndHold(db, words)
}

/**
 * The customers of jobs or bids by their words, in the same order; null where these say nothing.
 * They are held until the transaction ends. Those that are not known yet are added, one transaction
 * at a time, so that two jobs of one customer do not add them twice.
 */
export async function customersOf(
  db: Db,
  words: readonly CustomerWords[],
): Promise<{ readonly ids: readonly (string | null)[]; readonly added: readonly string[] }> {
  const keys = await matchAndHold(db, words)
  const groups = groupsOf(keys)
  const unknown = new Map<number, CustomerWords>()
  for (const [place, group] of groups.entries()) {
    const said = words[place] ?? {}
    if (keys[group]?.customerId === null && isNamed(said) && !unknown.has(group))
      unknown.set(group, said)
  }
  const added = await add(db, unknown)
  const ids = groups.map((group, place) => keys[place]?.customerId ?? added.get(group) ?? null)
  return { ids, added: [...added.values()] }
}

/** The customer that the words describe, who is added if not known yet; null without words. */
async function describedBy(db: Db, actorId: string, words: CustomerWords): Promise<string | null> {
  const { ids, added } = await customersOf(db, [words])
  await publish(
    db,
    actorId,
    ...added.map((subjectId) => ({ name: 'customer.created', subjectId }) as const),
  )
  return ids[0] ?? null
}

/** A person as they are added. */
interface NewPerson {
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
  readonly email?: Text
  readonly phone?: Text
  readonly company?: Text
  readonly address?: Text
}

/** The words about a client as a customer; none for other people. */
export const wordsOfClient = ({ role, ...person }: NewPerson): CustomerWords =>
  role === 'client'
    ? {
        customerName: `${person.firstName} ${person.lastName}`,
        customerEmail: person.email,
        customerPhone: person.phone,
        customerAddress: person.address,
        company: person.company,
      }
    : {}

/** The customer for whom a new client will sign in; null for anybody else. */
export const customerOfPerson = (db: Db, actorId: string, person: NewPerson) =>
  person.role === 'client' ? describedBy(db, actorId, wordsOfClient(person)) : null

/** The customer for whom a client signs in; null for one without, and for nobody. */
async function customerOfClient(db: Db, clientId: Text): Promise<string | null> {
  if (!clientId) return null
  const [client] = await db
    .select({ customerId: users.customerId })
    .from(users)
    .where(eq(users.id, clientId))
  return client?.customerId ?? null
}

/** The customer of a new job or bid, by id or in words. */
export interface CustomerChoice extends CustomerWords {
  readonly customerId?: Text
  readonly clientId?: Text
}

/**
 * The customer of a new job or bid, held until the transaction ends: the chosen one (or the one it
 * was merged into), else the one that its words describe, who is added if not known yet, else that
 * of its client. Fails with 400 for a customer that was deleted.
 */
export async function customerOf(
  db: Db,
  actorId: string,
  choice: CustomerChoice,
): Promise<string | null> {
  if (choice.customerId) {
    const held = await holdCustomer(db, choice.customerId)
    if (held === undefined) throw invalid({ customerId: 'This customer was deleted' })
    return held
  }
  if (isNamed(choice)) return describedBy(db, actorId, choice)
  const ofClient = await customerOfClient(db, choice.clientId)
  return ofClient && ((await holdCustomer(db, ofClient)) ?? null)
}

/**
 * The customer of a changed job or bid; undefined if it stays. Without a choice, one that had no
 * customer gets the one that its changed words describe.
 */
export async function changedCustomer(
  db: Db,
  actorId: string,
  before: CustomerChoice,
  change: CustomerChoice,
): Promise<string | null | undefined> {
  if (change.customerId === undefined && (before.customerId || !isNamed(change))) return undefined
  return customerOf(db, actorId, { ...before, ...change, clientId: null })
}
