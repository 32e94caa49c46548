import type {
  Customer,
  CustomerChange,
  CustomerContact,
  CustomerPerson,
  NewContact,
  NewCustomer,
} from '@plumbline/contract/customers.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { hasJoined } from '../../access/people/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import {
  customerContacts,
  customers,
  MIN_PHONE_DIGITS,
  phoneDigits,
} from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { payments } from '../../schema/payments.ts'
import { users } from '../../schema/people.ts'
import { proposals } from '../../schema/proposals.ts'

const contacts = sql<CustomerContact[]>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone,
    'emailRefused', c.email_refused_at is not null)
    order by c.position) from ${customerContacts} c where c.customer_id = ${outer(customers.id)}), '[]')`

export const shape = { ...getTableColumns(customers), contacts }
export type CustomerRow = typeof customers.$inferSelect & {
  readonly contacts: readonly CustomerContact[]
}

/** A customer as the API returns it. */
export function toCustomer({ contacts, createdAt, updatedAt, ...row }: CustomerRow): Customer {
  return {
    ...row,
    contacts: [...contacts],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** The customer, also one that was merged. With `lock`, its row is locked. */
export async function findCustomer(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<CustomerRow | undefined> {
  const query = db.select(shape).from(customers).where(eq(customers.id, id))
  const [row] = await (lock ? query.for('update', { of: customers }) : query)
  return row
}

/** Locks several customers in the order of their ids. */
export async function lockCustomers(db: Db, ids: readonly string[]) {
  await db
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(asc(customers.id))
    .for('update')
}

/** Reads a customer that exists. */
export async function readCustomer(db: Db, id: string): Promise<CustomerRow> {
  return (await findCustomer(db, id)) as CustomerRow
}

/** The customer that another one became by merges; the same one unless it was merged. */
export async function headOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive chain as (
      select id, merged_into_id from ${customers} where id = ${id}
      union all select c.id, c.merged_into_id from ${customers} c join chain on c.id = chain.merged_into_id)
    select id from chain where merged_into_id is null`)
  return rows[0]?.id
}

/**
 * Holds a customer, or the one that it was merged into, so that it is neither merged nor deleted
 * until the transaction ends.
 * @returns its id, undefined if there is none
 */
export async function holdCustomer(db: Db, id: string): Promise<string | undefined> {
  const head = await headOf(db, id)
  if (head === undefined) return undefined
  const [held] = await db
    .select({ id: customers.id, mergedIntoId: customers.mergedIntoId })
    .from(customers)
    .where(eq(customers.id, head))
    .for('key share')
  // It was merged while this waited for the lock.
  return held?.mergedIntoId ? holdCustomer(db, held.mergedIntoId) : held?.id
}

/**
 * Locks a customer, or the one that it was merged into, until the transaction ends.
 * @returns its id, undefined if there is none
 */
export async function lockHead(db: Db, id: string): Promise<string | undefined> {
  const head = await headOf(db, id)
  if (head === undefined) return undefined
  const locked = await findCustomer(db, head, { lock: true })
  // It may have been merged, or separated, while this waited for the lock.
  return (await headOf(db, id)) === locked?.id ? locked?.id : lockHead(db, id)
}

/**
 * Holds customers until the transaction ends, in the order of their ids.
 * @returns false if one was merged or deleted since its id was read
 */
export async function holdCustomers(db: Db, ids: readonly string[]): Promise<boolean> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return true
  const { rows } = await db.execute(sql`
    select id from ${customers} where id = any(${sql.param(distinct)}::uuid[]) and merged_into_id is null
      order by id for key share`)
  return rows.length === distinct.length
}

/** Adds a customer, without contacts. */
export async function insertCustomer(
  db: Db,
  { contacts: _, ...customer }: NewCustomer,
): Promise<string> {
  const [row] = await db.insert(customers).values(customer).returning({ id: customers.id })
  return (row as { id: string }).id
}

/** Changes the given fields, and the version in any case. */
export async function updateCustomer(
  db: Db,
  id: string,
  { contacts: _, ...change }: CustomerChange,
): Promise<void> {
  await db
    .update(customers)
    .set({ ...change, id })
    .where(eq(customers.id, id))
}

export async function deleteCustomer(db: Db, id: string) {
  await db.delete(customers).where(eq(customers.id, id))
}

/**
 * Whether a customer, or one that was merged into it, has jobs, bids, change orders, invoices or
 * payments, or was sent some. Those stay with the customer they were sent to, also if the bid or
 * the job is for another one by now.
 */
export async function isInUse(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    with recursive merged as (
      select ${id}::uuid as id
      union select c.id from ${customers} c join merged m on c.merged_into_id = m.id)
    select exists (select from ${jobs} where customer_id in (select id from merged))
      or exists (select from ${pendingBids} where customer_id in (select id from merged))
      or exists (select from ${changeOrders} where customer_id in (select id from merged))
      or exists (select from ${invoices} where customer_id in (select id from merged))
      or exists (select from ${payments} where customer_id in (select id from merged))
      or exists (select from ${proposals} where customer_id in (select id from merged)) as used`)
  return rows[0]?.used ?? false
}

/**
 * Replaces the contacts of a locked customer; those with an id stay. Fails with 400 for the id of a
 * contact of somebody else.
 */
export async function replaceContacts(
  db: Db,
  { id, contacts: before }: Pick<CustomerRow, 'id' | 'contacts'>,
  list: readonly NewContact[],
): Promise<void> {
  const known = new Set(before.map((contact) => contact.id))
  const stranger = list.findIndex((contact) => contact.id && !known.has(contact.id))
  if (stranger >= 0) throw invalid({ [`contacts.${stranger}`]: 'This contact was deleted' })
  const rows = list.map((contact, position) => ({
    ...{ role: null, email: null, phone: null, ...contact },
    ...{ id: contact.id ?? newId(), customerId: id, position },
  }))
  await db.delete(customerContacts).where(
    and(
      eq(customerContacts.customerId, id),
      notInArray(
        customerContacts.id,
        rows.map((row) => row.id),
      ),
    ),
  )
  if (rows.length === 0) return
  const set = Object.fromEntries(
    ['name', 'role', 'email', 'phone', 'position'].map((column) => [
      column,
      sql`excluded.${sql.identifier(column)}`,
    ]),
  )
  const { email, emailRefusedAt } = customerContacts
  const isSame = sql`lower(${email}) = lower(excluded.email)`
  await db
    .insert(customerContacts)
    .values(rows)
    .onConflictDoUpdate({
      target: customerContacts.id,
      set: { ...set, emailRefusedAt: sql`case when ${isSame} then ${emailRefusedAt} end` },
    })
}

/**
 * Notes on the contacts with an email address when a mail server refused it; null once one has
 * accepted it.
 */
export async function noteAddress(db: Db, address: string, refusedAt: Date | null) {
  const { email, emailRefusedAt } = customerContacts
  const isOther = sql`${emailRefusedAt} is distinct from ${refusedAt?.toISOString() ?? null}`
  await db
    .update(customerContacts)
    .set({ emailRefusedAt: refusedAt })
    .where(and(sql`lower(${email}) = lower(${address})`, isOther))
}

/** The people who sign in for a customer, by name. */
export async function listPeople(db: Db, id: string): Promise<CustomerPerson[]> {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      secondPhone: users.secondPhone,
      isInvited: users.isInvited,
      hasJoined,
    })
    .from(users)
    .where(and(eq(users.customerId, id), isNull(users.deletedAt)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
}

/** The condition that two contacts share an email address or a phone number. */
const sharesContact = (id: string): SQL => sql`${customers.id} in (
  select other.customer_id from ${customerContacts} mine join ${customerContacts} other
    on lower(other.email) = lower(mine.email) where mine.customer_id = ${id}
  union select other.customer_id from ${customerContacts} mine join ${customerContacts} other
    on ${phoneDigits(sql`other.phone`)} = ${phoneDigits(sql`mine.phone`)}
    where mine.customer_id = ${id} and length(${phoneDigits(sql`mine.phone`)}) >= ${MIN_PHONE_DIGITS}
  union select c.id from ${customers} c where c.merged_into_id is null
    and lower(c.name) = (select lower(name) from ${customers} where id = ${id}))`

/** The most customers that are listed as similar to one. */
const MAX_SIMILAR = 20

/** Other customers that share an email address, a phone number or the name, oldest first. */
export async function listSimilar(db: Db, id: string): Promise<Customer[]> {
  const rows = await db
    .select(shape)
    .from(customers)
    .where(and(sharesContact(id), isNull(customers.mergedIntoId), sql`${customers.id} <> ${id}`))
    .orderBy(asc(customers.createdAt), asc(customers.id))
    .limit(MAX_SIMILAR)
  return rows.map(toCustomer)
}

/** Whether a customer pays no tax. */
export async function isTaxExempt(db: Db, customerId: string | null): Promise<boolean> {
  if (!customerId) return false
  const [customer] = await db
    .select({ taxExempt: customers.taxExempt })
    .from(customers)
    .where(eq(customers.id, customerId))
  return customer?.taxExempt ?? false
}
