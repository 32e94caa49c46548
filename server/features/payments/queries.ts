import type { Payment, PaymentFilter, PaymentTotals } from '@plumbline/contract/payments.ts'
import { and, count, eq, getTableColumns, gte, lte, ne, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { customers } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { lockHead } from '../customers/queries.ts'

type PaymentRow = typeof payments.$inferSelect

/** An entry with the names of its customer and the person who recorded it, and its uses. */
export interface FoundPayment extends PaymentRow {
  readonly customerName: string
  readonly recordedByName: string | null
  readonly isReversed: boolean
  readonly allocations: Payment['allocations']
}

/** The uses of an entry that were not taken back. */
const allocations = sql<Payment['allocations']>`coalesce((
  select json_agg(json_build_object('invoiceId', u.invoice_id, 'number', i.number, 'title', i.title,
    'refundId', u.refund_id, 'amount', u.amount) order by i.number)
  from (select invoice_id, refund_id, ${sumOfCents(sql`amount`)} as amount from ${paymentAllocations}
    where payment_id = ${outer(payments.id)}
    group by invoice_id, refund_id having sum(amount) <> 0) u
  left join ${invoices} i on i.id = u.invoice_id), '[]')`

const shape = {
  ...getTableColumns(payments),
  customerName: customers.name,
  recordedByName: nameOf(payments.recordedById),
  isReversed: sql<boolean>`exists (select from ${payments} r where r.reverses_id = ${outer(payments.id)})`,
  allocations,
}

const found = (db: Db) =>
  db.select(shape).from(payments).innerJoin(customers, eq(customers.id, payments.customerId))

/** An entry; undefined if there is none. */
export async function findPayment(db: Db, id: string): Promise<FoundPayment | undefined> {
  const [row] = await found(db).where(eq(payments.id, id))
  return row
}

/** An entry whose customer is locked. */
export async function lockPayment(db: Db, id: string): Promise<FoundPayment | undefined> {
  const before = await findPayment(db, id)
  if (!before) return undefined
  const customerId = await lockHead(db, before.customerId)
  const found = await findPayment(db, id)
  // It was moved to another customer before that one was locked.
  return found?.customerId === customerId ? found : lockPayment(db, id)
}

/** Adds an entry. @returns its id */
export async function insertPayment(db: Db, row: typeof payments.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(payments).values(row).returning({ id: payments.id })
  return (inserted as { id: string }).id
}

/** The invoices that an entry is used for. */
export const invoiceIdsOf = ({ allocations }: FoundPayment): string[] =>
  allocations.flatMap(({ invoiceId }) => invoiceId ?? [])

/** Queues an email with the receipt of a payment. Its content is decided when it is sent. */
export async function queueReceipt(
  db: Db,
  email: { readonly paymentId: string; readonly address: string },
  now: Date,
) {
  const due = { channel: 'email', letter: 'receipt', dueAt: now, createdAt: now } as const
  await db.insert(deliveries).values({ ...email, ...due })
}

/** An entry as the API returns it. */
export function toPayment({ createdAt, ...row }: FoundPayment): Payment {
  const used = row.allocations.reduce((all, { amount }) => all + amount, 0)
  const isCredit = row.kind === 'payment' && row.reversesId === null && !row.isReversed
  const { id, kind, customerId, customerName, day, amount, method, reference, note } = row
  return {
    ...{ id, kind, customerId, customerName, day, amount, method, reference, note },
    ...{ reversesId: row.reversesId, isReversed: row.isReversed },
    unapplied: isCredit ? amount - used : 0,
    allocations: row.allocations,
    recordedByName: row.recordedByName,
    createdAt: createdAt.toISOString(),
  }
}

const places: Places<'day'> = { day: (row) => [sql`${row}.day`] }
const order = orderBy(payments, places, '-day')

/** The condition that an entry is or was used for an invoice. */
const wasFor = (invoiceId: string) =>
  sql`${payments.id} in (select payment_id from ${paymentAllocations} where invoice_id = ${invoiceId})`

/** The condition that an entry is used for an invoice of a job. */
const isForJob = (jobId: string) => sql`${payments.id} in (
  select a.payment_id from ${paymentAllocations} a join ${invoices} i on i.id = a.invoice_id
  where i.job_id = ${jobId} group by a.payment_id, a.invoice_id having sum(a.amount) <> 0)`

const matching = ({ search, customerId, invoiceId, jobId, money, from, to }: PaymentFilter) =>
  and(
    search ? contains(payments.reference, search) : undefined,
    customerId ? eq(payments.customerId, customerId) : undefined,
    invoiceId ? wasFor(invoiceId) : undefined,
    jobId ? isForJob(jobId) : undefined,
    money ? ne(payments.kind, 'writeOff') : undefined,
    from ? gte(payments.day, from) : undefined,
    to ? lte(payments.day, to) : undefined,
  )

/** The money of an entry that came in, in cents: below zero where it went back. */
const receivedSql = sql`case ${payments.kind} when 'payment' then ${payments.amount}
  when 'refund' then -${payments.amount} else 0 end`

/** The number of the filtered entries, and the money received with them, in cents. */
export async function sumPayments(db: Db, filter: PaymentFilter): Promise<PaymentTotals> {
  const [row] = await db
    .select({
      count: count(),
      received: sql<number>`coalesce(${sumOfCents(receivedSql)}, 0)`,
    })
    .from(payments)
    .where(matching(filter))
  return row ?? { count: 0, received: 0 }
}

/** The filtered entries, the last day first. */
export async function listPayments(db: Db, filter: PaymentFilter): Promise<List<Payment>> {
  const { limit, after, total } = filter
  const where = matching(filter)
  const query = db
    .select({ ...shape, total: total ? notCounted : totalOf(payments, where, limit) })
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.customerId))
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toPayment(row), order.cursorOf)
}
