import type { ReminderToSend } from '@plumbline/contract/reminderRoutes.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { cardSessions } from '../../schema/cardPayments.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations } from '../../schema/payments.ts'
import { creditOf } from '../payments/credit.ts'

/**
 * The amounts of the invoices of some customers for which they are reminded, in cents, by id: the
 * part that is owed and that their credit does not cover, which counts for the oldest due day
 * first. None while a card payment of an invoice is on its way.
 */
const openAmounts = (customerIds: SQL) => sql`(
  select o.id, o.customer_id, case
    when exists (select from ${cardSessions} s where s.invoice_id = o.id and s.state = 'processing') then 0
    else greatest(least(o.owed, sum(o.owed) over (
        partition by o.customer_id order by o.due_on, o.issued_on, o.id) - coalesce(c.credit, 0)), 0)
    end::float8 as amount
  from (
    select i.id, i.customer_id, i.due_on, i.issued_on, i.total - coalesce(sum(a.amount), 0) as owed
    from ${invoices} i left join ${paymentAllocations} a on a.invoice_id = i.id
    where i.customer_id = any(${customerIds}) and i.kind = 'invoice' and i.status = 'issued'
    group by i.id) o
  left join (${creditOf(customerIds)}) c on c.customer_id = o.customer_id)`

/** The amount of an invoice for which its customer is reminded, in cents ({@link openAmounts}). */
export async function findOpenAmount(
  db: Db,
  { id, customerId }: Pick<typeof invoices.$inferSelect, 'id' | 'customerId'>,
): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(
    sql`select amount from ${openAmounts(sql`array[${customerId}::uuid]`)} open where id = ${id}`,
  )
  return rows[0]?.amount ?? 0
}

/** The address of the main contact, unless a mail server refused it for good. */
const addressOf = (customerId: SQL) => sql<string | null>`(select c.email from ${customerContacts} c
  where c.customer_id = ${customerId} and c.position = 0 and c.email_refused_at is null limit 1)`

/** The address that the reminder of an invoice goes to; null if there is none. */
export async function findAddress(db: Db, invoiceId: string): Promise<string | null> {
  const [row] = await db
    .select({ address: addressOf(outer(invoices.customerId)) })
    .from(invoices)
    .where(eq(invoices.id, invoiceId))
  return row?.address ?? null
}

/** Whether there is an address for the reminder in the statement. */
export const hasAddress = sql`exists (select from ${invoices} i
  where i.id = ${outer(deliveries.invoiceId)} and ${addressOf(sql`i.customer_id`)} is not null)`

/** The conditions of a reminder that somebody has to send by hand. */
const isToSend = (now: Date, emails: boolean) =>
  and(
    sql`${deliveries.letter} = 'reminder' and ${deliveries.state} = 'waiting'`,
    sql`${deliveries.dueAt} <= ${now.toISOString()}`,
    sql`not ${invoices.remindersOff} and not ${customers.remindersOff}`,
    emails ? sql`not ${hasAddress}` : undefined,
  )

/**
 * Locks the due reminder of a locked invoice that no email can be sent for.
 * @returns its id, undefined for none, also while it is being sent
 */
export async function lockToSend(
  db: Db,
  invoiceId: string,
  { now, emails }: { readonly now: Date; readonly emails: boolean },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(invoices, eq(invoices.id, deliveries.invoiceId))
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .where(and(eq(invoices.id, invoiceId), isToSend(now, emails)))
    .for('update', { of: deliveries, skipLocked: true })
  return row?.id
}

/** Marks a locked reminder as sent by hand. */
export async function finishByHand(db: Db, id: string, now: Date) {
  await db.update(deliveries).set({ state: 'sent', finishedAt: now }).where(eq(deliveries.id, id))
}

/** The reminder of an invoice that waits. */
export async function findWaiting(db: Db, invoiceId: string) {
  const [row] = await db
    .select({ days: deliveries.reminderDays, dueAt: deliveries.dueAt, hasAddress })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.invoiceId, invoiceId),
        sql`${deliveries.letter} = 'reminder' and ${deliveries.state} = 'waiting'`,
      ),
    )
  return row as
    | { readonly days: number; readonly dueAt: Date; readonly hasAddress: boolean }
    | undefined
}

/** Switches the reminders of an invoice. */
export async function switchInvoice(db: Db, id: string, off: boolean) {
  await db.update(invoices).set({ remindersOff: off }).where(eq(invoices.id, id))
}

/** Switches the reminders to a customer. */
export async function switchCustomer(db: Db, id: string, off: boolean) {
  await db.update(customers).set({ remindersOff: off }).where(eq(customers.id, id))
}

/** The invoices of a customer that are issued. */
export async function issuedIds(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.customerId, customerId),
        eq(invoices.kind, 'invoice'),
        eq(invoices.status, 'issued'),
      ),
    )
  return rows.map(({ id }) => id)
}

const places: Places<'due'> = { due: (row) => [sql`${row}.due_at`] }
const order = orderBy(deliveries, places, 'due')

const shape = {
  id: deliveries.id,
  days: sql<number>`${deliveries.reminderDays}`,
  invoiceId: invoices.id,
  number: sql<string>`${invoices.number}`,
  customerId: customers.id,
  customerName: customers.name,
  customerEmail: sql<string | null>`(select c.email from ${customerContacts} c
    where c.customer_id = ${outer(customers.id)} and c.position = 0 limit 1)`,
  customerPhone: sql<string | null>`(select c.phone from ${customerContacts} c
    where c.customer_id = ${outer(customers.id)} and c.position = 0 limit 1)`,
  dueOn: sql<string>`${invoices.dueOn}`,
  amount: sql<number>`open.amount`,
}

/** A due reminder that no email can be sent for, as it is read. */
export interface ToSendRow extends Omit<ReminderToSend, 'since' | 'subject' | 'text'> {
  readonly days: number
}

interface Listing {
  readonly limit?: number | undefined
  readonly after?: string | undefined
  readonly total?: 'false' | undefined
}

/** The due reminders that no email can be sent for, the one that has waited longest first. */
export function listToSend<T>(
  db: Db,
  { limit, after, total }: Listing,
  circumstances: { readonly now: Date; readonly emails: boolean },
  toItem: (row: ToSendRow) => T,
): Promise<List<T>> {
  const isDue = isToSend(circumstances.now, circumstances.emails)
  const where = and(isDue, sql`open.amount > 0`)
  const due = sql`${deliveries} join ${invoices} on ${invoices.id} = ${deliveries.invoiceId}
    join ${customers} on ${customers.id} = ${invoices.customerId}`
  // Only the customers with such a reminder are added up.
  const open = sql`${openAmounts(
    sql`array(select distinct ${invoices.customerId} from ${due} where ${isDue})`,
  )} open`
  const all = sql`${due} join ${open} on open.id = ${invoices.id}`
  const query = db
    .select({ ...shape, total: total ? notCounted : totalOf(all, where, limit) })
    .from(deliveries)
    .innerJoin(invoices, eq(invoices.id, deliveries.invoiceId))
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(open, sql`open.id = ${invoices.id}`)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toItem(row), order.cursorOf)
}
