import type { CustomerContents, Merge } from '@plumbline/contract/customers.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import { publish } from '../../events/publish.ts'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { customerMerges, type MovedContact } from '../../schema/customerMerges.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { users } from '../../schema/people.ts'
import { type CustomerRow, readCustomer } from './queries.ts'

/** The tables whose rows belong to a customer, in the order of locks: before the customer. */
const owned = { jobIds: jobs, bidIds: pendingBids, userIds: users } as const

/** Locks the jobs, bids and people of a customer. */
async function lockContents(db: Db, customerId: string) {
  const lock = (table: PgTable) =>
    db.execute(
      sql`select id from ${table} where customer_id = ${customerId} order by id for no key update`,
    )
  await lock(owned.jobIds)
  await lock(owned.bidIds)
  await lock(owned.userIds)
}

/** Locks customers in the order of their ids. */
const lockCustomers = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: customers.id, mergedIntoId: customers.mergedIntoId })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(customers.id)
    .for('update')

/**
 * Moves the rows of a table to another customer: all, or those with these ids. Their version stays,
 * since nothing of what they show changes.
 * @returns the ids of the rows that were moved
 */
async function moveRows(
  db: Db,
  table: PgTable,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  const only = ids ? sql`and id = any(${sql.param(ids)}::uuid[])` : sql``
  const { rows } = await db.execute<{ id: string }>(
    sql`update ${table} set customer_id = ${to} where customer_id = ${from} ${only} returning id`,
  )
  return rows.map(({ id }) => id)
}

/** Advances the version of customers, because other things belong to them now. */
const touch = (db: Db, ids: readonly string[]) =>
  db.execute(sql`
    update ${customers} set updated_at = ${nextVersion('customers')}
      where id = any(${sql.param(ids)}::uuid[])`)

/** Counts what belongs to a customer. */
export async function countContents(db: Db, id: string): Promise<CustomerContents> {
  const count = (table: PgTable) =>
    sql`(select count(*)::int from ${table} where customer_id = ${id})`
  const { rows } = await db.execute<CustomerContents & Record<string, unknown>>(sql`
    select ${count(jobs)} as jobs, ${count(pendingBids)} as bids, ${count(customerContacts)} as contacts,
      ${count(users)} as people, ${count(invoices)} as invoices`)
  return rows[0] ?? { jobs: 0, bids: 0, contacts: 0, people: 0, invoices: 0 }
}

/**
 * Moves everything of one customer to another one. Fails with 400 for the same or an unknown
 * customer, and with 409 if one of them was merged already.
 */
export async function mergeCustomers(
  db: Db,
  actorId: string,
  { from, into }: { from: string; into: string },
): Promise<CustomerRow> {
  if (from === into) throw invalid({ customerId: 'Choose another customer' })
  await lockContents(db, from)
  const locked = await lockCustomers(db, [from, into])
  if (locked.length < 2) throw invalid({ customerId: 'This customer was deleted' })
  if (locked.some(({ mergedIntoId }) => mergedIntoId !== null)) throw new Failure('customerMerged')
  const [jobIds, bidIds, userIds, invoiceIds, paymentIds] = [
    await moveRows(db, owned.jobIds, { from, to: into }),
    await moveRows(db, owned.bidIds, { from, to: into }),
    await moveRows(db, owned.userIds, { from, to: into }),
    // Their locks come after those of the customers.
    await moveRows(db, invoices, { from, to: into }),
    await moveRows(db, payments, { from, to: into }),
  ]
  const contacts = await db.execute<MovedContact & Record<string, unknown>>(sql`
    with before as (select id, position from ${customerContacts} where customer_id = ${from}),
      last as (select coalesce(max(position) + 1, 0) as position from ${customerContacts} where customer_id = ${into})
    update ${customerContacts} c set customer_id = ${into}, position = last.position + before.position
      from before, last where c.id = before.id returning c.id, before.position`)
  await db.execute(sql`update ${customers} set merged_into_id = ${into} where id = ${from}`)
  // Who asked for no reminders gets none under the other name.
  await db.execute(sql`update ${customers} set reminders_off = true
    where id = ${into} and exists (select from ${customers} c where c.id = ${from} and c.reminders_off)`)
  await touch(db, [into])
  await db.insert(customerMerges).values({
    ...{ customerId: from, intoId: into, jobIds, bidIds, userIds, invoiceIds, paymentIds },
    mergedById: actorId,
    contacts: contacts.rows.map(({ id, position }) => ({ id, position })),
  })
  await publish(db, actorId, { name: 'customer.merged', subjectId: into, detail: { from } })
  return readCustomer(db, into)
}

/** The ids of entries and of those that reverse them, also since they were moved. */
async function withReversals(db: Db, ids: readonly string[]): Promise<string[]> {
  const reversals = await db
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.reversesId, [...ids]))
  return [...ids, ...reversals.map(({ id }) => id)]
}

/** Whether money of a customer is used for another one, or the other way around. */
async function isMoneyShared(db: Db, customerId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isShared: boolean }>(sql`
    with uses as (
      select coalesce(p.customer_id, m.customer_id) as "from", coalesce(i.customer_id, r.customer_id) as "to",
        sum(a.amount) as amount
      from ${paymentAllocations} a
      left join ${payments} p on p.id = a.payment_id left join ${invoices} m on m.id = a.credit_memo_id
      left join ${invoices} i on i.id = a.invoice_id left join ${payments} r on r.id = a.refund_id
      where a.payment_id in (select id from ${payments} where customer_id = ${customerId})
        or a.refund_id in (select id from ${payments} where customer_id = ${customerId})
        or a.invoice_id in (select id from ${invoices} where customer_id = ${customerId})
        or a.credit_memo_id in (select id from ${invoices} where customer_id = ${customerId})
      group by 1, 2)
    select exists (select from uses where "from" <> "to" and amount <> 0) as "isShared"`)
  return rows[0]?.isShared ?? false
}

/**
 * Takes the merge of a customer back: what was moved, and still belongs to the other one, returns.
 * Fails with 409 if the customer is not merged, the other one was merged since, or payments of one
 * are used for invoices of the other.
 */
export async function undoMerge(db: Db, actorId: string, from: string): Promise<CustomerRow> {
  const [known] = await db.select().from(customerMerges).where(eq(customerMerges.customerId, from))
  if (!known) throw new Failure('customerNotMerged')
  await lockContents(db, known.intoId)
  const locked = await lockCustomers(db, [from, known.intoId])
  const [merge] = await db
    .delete(customerMerges)
    .where(eq(customerMerges.customerId, from))
    .returning()
  if (!merge) throw new Failure('customerNotMerged')
  const into = merge.intoId
  if (locked.some(({ id, mergedIntoId }) => id === into && mergedIntoId !== null))
    throw new Failure('customerMerged')
  await moveRows(db, owned.jobIds, { from: into, to: from, ids: merge.jobIds })
  await moveRows(db, owned.bidIds, { from: into, to: from, ids: merge.bidIds })
  await moveRows(db, owned.userIds, { from: into, to: from, ids: merge.userIds })
  await moveRows(db, invoices, { from: into, to: from, ids: merge.invoiceIds })
  await moveRows(db, payments, {
    ...{ from: into, to: from },
    ids: await withReversals(db, merge.paymentIds),
  })
  if (await isMoneyShared(db, from)) throw new Failure('moneyShared')
  await db.execute(sql`
    update ${customerContacts} c set customer_id = ${from}, position = m.position
      from jsonb_to_recordset(${JSON.stringify(merge.contacts)}::jsonb) as m(id uuid, position int)
      where c.id = m.id and c.customer_id = ${into}`)
  await db.execute(sql`update ${customers} set merged_into_id = null where id = ${from}`)
  await touch(db, [from, into])
  await publish(db, actorId, { name: 'customer.separated', subjectId: from, detail: { into } })
  return readCustomer(db, from)
}

/** The customers that were merged into one, last first. */
export async function listMerges(db: Db, intoId: string): Promise<Merge[]> {
  const rows = await db
    .select({
      id: customers.id,
      name: customers.name,
      company: customers.company,
      address: customers.address,
      source: customers.source,
      notes: customers.notes,
      jobs: sql<number>`cardinality(${customerMerges.jobIds})`,
      bids: sql<number>`cardinality(${customerMerges.bidIds})`,
      contacts: sql<number>`jsonb_array_length(${customerMerges.contacts})`,
      people: sql<number>`cardinality(${customerMerges.userIds})`,
      invoices: sql<number>`cardinality(${customerMerges.invoiceIds})`,
      mergedByName: nameOf(customerMerges.mergedById),
      mergedAt: customerMerges.createdAt,
    })
    .from(customerMerges)
    .innerJoin(customers, eq(customers.id, customerMerges.customerId))
    .where(eq(customerMerges.intoId, intoId))
    .orderBy(desc(customerMerges.createdAt), desc(customers.id))
  return rows.map((row) => ({ ...row, mergedAt: row.mergedAt.toISOString() }))
}
