import type { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import { type InvoiceEventKind, stateOf } from '@plumbline/contract/invoiceStatuses.ts'
import type { InvoiceEvent, ListedInvoice } from '@plumbline/contract/invoices.ts'
import { and, asc, desc, eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm'
import type { takenNumber } from '../../access/company/documentNumbers.ts'
import { nameOf } from '../../access/people/names.ts'
import { builtOnce } from '../../platform/db/builtOnce.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoiceHistory, invoiceSources, invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { lockCustomers } from '../customers/queries.ts'
import { lockJobs } from '../jobs/queries.ts'
import { bankAnswers, paidSql, receivedSql } from './applied.ts'

export type InvoiceRow = typeof invoices.$inferSelect

/** An invoice with the names of its customer and its job. */
export interface FoundInvoice extends InvoiceRow {
  readonly customerName: string
  readonly jobName: string | null
  readonly jobAddress: string | null
  /** The customer of the job, who may be another one. */
  readonly jobCustomerId: string | null
  /** The address and the phone number of the main contact. */
  readonly customerEmail: string | null
  readonly customerPhone: string | null
  readonly customerCompany: string | null
  readonly customerAddress: string | null
  /** Whether no reminders are sent to the customer. */
  readonly customerRemindersOff: boolean
  /** The contract of the job, in cents. */
  readonly approvedAmount: number | null
  /** The part that is paid, in cents; of a credit memo, that is used, below zero. */
  readonly paid: number
  /** The part of it that was paid with money. */
  readonly received: number
  /** The card payment that its bank has not answered, in cents; null without one. */
  readonly processing: number | null
  /** The last card payment, if its bank refused it and as much is still owed; null otherwise. */
  readonly refused: number | null
}

/** A fact of the main contact of the customer. With a limit, Postgres would plan it each time. */
const ofMainContact = (fact: 'email' | 'phone') =>
  sql<string | null>`(array(select c.${sql.identifier(fact)} from ${customerContacts} c
    where c.customer_id = ${outer(customers.id)} and c.position = 0))[1]`

/** The columns of an invoice with those names. */
const shape = {
  ...getTableColumns(invoices),
  paid: paidSql,
  received: receivedSql,
  customerName: customers.name,
  jobName: jobs.name,
  jobAddress: jobs.address,
  jobCustomerId: jobs.customerId,
  approvedAmount: jobs.approvedAmount,
  customerEmail: ofMainContact('email'),
  customerPhone: ofMainContact('phone'),
  customerCompany: customers.company,
  customerAddress: customers.address,
  customerRemindersOff: customers.remindersOff,
  ...bankAnswers,
}

const { id, number, title, status, customerId, jobId, issuedOn, dueOn, updatedAt } = invoices
const { kind, viewedAt } = invoices

/** The columns of an invoice in a list, without its content; `amount` is its total. */
export const listedShape = {
  ...{ id, number, title, status, customerId, jobId, issuedOn, dueOn, updatedAt, viewedAt },
  ...{ amount: invoices.total, customerName: customers.name, jobName: jobs.name },
  ...{ kind, paid: paidSql, received: receivedSql },
}

/** An invoice in a list as it is read. */
type ListedRow = Omit<ListedInvoice, 'status' | 'total' | 'owed' | 'updatedAt'> &
  Pick<InvoiceRow, 'status' | 'updatedAt' | 'viewedAt'> & { readonly amount: number }

const found = (db: Db) =>
  db
    .select(shape)
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))

const foundById = (db: Db, value: (name: 'id') => Placeholder) =>
  found(db).where(eq(invoices.id, value('id')))

const readInvoice = {
  unlocked: builtOnce(foundById),
  locked: builtOnce((db, value: (name: 'id') => Placeholder) =>
    foundById(db, value).for('update', { of: invoices }),
  ),
}

/** The invoice. With `lock`, its row is locked until the transaction ends. */
export async function findInvoice(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<FoundInvoice | undefined> {
  const [row] = await readInvoice[lock ? 'locked' : 'unlocked'](db, { id })
  return row
}

/** The invoice of a link, locked in the order of locks; undefined for a link that does not work. */
export async function lockByLink(db: Db, linkHash: string): Promise<FoundInvoice | undefined> {
  const found = await findByLink(db, linkHash)
  const locked = found && (await lockInvoice(db, found.id))
  // Another link may have been made meanwhile.
  return locked?.linkHash === linkHash ? locked : undefined
}

/** The invoice of a link; undefined for a link that does not work. */
export async function findByLink(db: Db, linkHash: string): Promise<FoundInvoice | undefined> {
  const [row] = await found(db).where(eq(invoices.linkHash, linkHash))
  return row
}

type Place = Pick<InvoiceDraft, 'jobId' | 'customerId'>

/** The job and the customer of an invoice. */
async function findPlace(db: Db, id: string): Promise<Place | undefined> {
  const [row] = await db.select({ jobId, customerId }).from(invoices).where(eq(invoices.id, id))
  return row
}

/** Locks the jobs and then the customers of some invoices, in the order of locks. */
async function lockPlaces(db: Db, places: readonly Place[]) {
  const jobIds = places.flatMap(({ jobId }) => jobId ?? [])
  if (jobIds.length > 0) await lockJobs(db, jobIds, 'no key update')
  await lockCustomers(
    db,
    places.map(({ customerId }) => customerId),
  )
}

/**
 * Locks the job of an invoice, its customer, and then the invoice, in the order of locks. With
 * `to`, the job and the customer that a draft may be moved to are locked before it too.
 */
export async function lockInvoice(
  db: Db,
  id: string,
  to?: Place,
): Promise<FoundInvoice | undefined> {
  const found = await findPlace(db, id)
  if (!found) return undefined
  await lockPlaces(db, to ? [found, to] : [found])
  const locked = await findInvoice(db, id, { lock: true })
  // It was moved to another job or customer before these were locked.
  if (locked && (locked.jobId !== found.jobId || locked.customerId !== found.customerId))
    return lockInvoice(db, id, to)
  return locked
}

/** The fields of an invoice as the office wrote them. */
export function draftOf(row: InvoiceRow): InvoiceDraft {
  const { draft, kind, customerId, jobId, title, note } = row
  return { ...draft, kind, customerId, jobId, title, note }
}

/**
 * The amount that is owed, in cents: none of a draft, a void one or a credit memo. The same rule as
 * `owedSql`.
 */
export const owedOf = ({
  kind,
  status,
  total,
  paid,
}: Pick<FoundInvoice, 'kind' | 'status' | 'total' | 'paid'>): number =>
  kind === 'invoice' && status === 'issued' ? total - paid : 0

/** An invoice as lists have it, on a day of the company. */
export function toListed(listed: ListedRow, today: string): ListedInvoice {
  const { amount: total, viewedAt: viewed, ...row } = listed
  const owed = owedOf({ ...row, total })
  const isViewed = viewed !== null
  return {
    ...row,
    ...{ total, owed },
    dueOn: row.kind === 'creditMemo' ? null : row.dueOn,
    status: stateOf({ ...row, total, owed, isViewed }, today),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export async function insertInvoice(db: Db, row: typeof invoices.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(invoices).values(row).returning({ id: invoices.id })
  return inserted?.id ?? ''
}

/** Changes an invoice. @returns its new version */
export async function updateInvoice(
  db: Db,
  id: string,
  change: Partial<typeof invoices.$inferInsert>,
): Promise<Date> {
  const [row] = await db
    .update(invoices)
    .set(change)
    .where(eq(invoices.id, id))
    .returning({ updatedAt })
  return (row as { updatedAt: Date }).updatedAt
}

/** Changes an invoice under the number that the same statement takes. */
export async function updateWithNumber(
  db: Db,
  id: string,
  change: Partial<typeof invoices.$inferInsert>,
  { taken, text }: ReturnType<typeof takenNumber>,
) {
  const [row] = await db
    .with(taken)
    .update(invoices)
    .set({ ...change, number: text })
    .from(taken)
    .where(eq(invoices.id, id))
    .returning({ number: invoices.number, updatedAt })
  const issued = row as { number: string; updatedAt: Date }
  return { number: issued.number, updatedAt: issued.updatedAt.toISOString() }
}

export async function deleteInvoice(db: Db, id: string) {
  await db.delete(invoices).where(eq(invoices.id, id))
}

type Source = Omit<typeof invoiceSources.$inferInsert, 'id' | 'invoiceId'>

/** Replaces the payments and change orders that are on an invoice. */
export async function replaceSources(db: Db, invoiceId: string, sources: readonly Source[]) {
  await db.delete(invoiceSources).where(eq(invoiceSources.invoiceId, invoiceId))
  if (sources.length > 0)
    await db.insert(invoiceSources).values(sources.map((source) => ({ ...source, invoiceId })))
}

interface Happening {
  readonly invoiceId: string
  readonly kind: InvoiceEventKind
  /** Null for the customer and for the program. */
  readonly actorId: string | null
  readonly note?: string | null
}

export async function insertHappening(db: Db, happening: Happening) {
  await db.insert(invoiceHistory).values(happening)
}

/** Adds events to the histories of several invoices. */
export async function insertHistory(db: Db, happenings: readonly Happening[]) {
  if (happenings.length > 0) await db.insert(invoiceHistory).values([...happenings])
}

/**
 * The invoice that was made void as another one was drafted, in the same transaction, or the other
 * way around. One that was deleted since is not found.
 */
const otherSql = sql<InvoiceEvent['other']>`case
  when ${outer(invoiceHistory.kind)} in ('created', 'voided') then (
    select json_build_object('id', i.id, 'number', i.number)
    from ${events} e join ${events} o on o.xid = e.xid and o.created_at = e.created_at
    join ${invoices} i on i.id = case when o.name like 'invoice.%' then o.subject_id::uuid end
    where e.subject_id = ${outer(invoiceHistory.invoiceId)}::text
      and e.name = 'invoice.' || ${outer(invoiceHistory.kind)}
      and o.name = case ${outer(invoiceHistory.kind)}
        when 'voided' then 'invoice.created' else 'invoice.voided' end
    limit 1) end`

/** The history of an invoice, oldest first. */
export async function historyOf(db: Db, invoiceId: string): Promise<InvoiceEvent[]> {
  const { id, kind, note, createdAt, actorId } = invoiceHistory
  const rows = await db
    .select({ id, kind, note, other: otherSql, createdAt, actorName: nameOf(actorId) })
    .from(invoiceHistory)
    .where(eq(invoiceHistory.invoiceId, invoiceId))
    .orderBy(asc(createdAt), asc(id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Queues an email with an invoice. Its content is decided when it is sent. */
export async function queueEmail(
  db: Db,
  email: { readonly invoiceId: string; readonly address: string },
  now: Date,
) {
  const due = { channel: 'email', letter: 'invoice', dueAt: now, createdAt: now } as const
  await db.insert(deliveries).values({ ...email, ...due })
}

/** Drops the emails of an invoice that wait, except one that is being sent with its old link. */
export async function dropEmails(db: Db, invoiceId: string, now: Date) {
  await db.execute(sql`
    update ${deliveries} set state = 'dropped', finished_at = ${now.toISOString()} where id in (
      select id from ${deliveries} where invoice_id = ${invoiceId} and state = 'waiting'
        for update skip locked)`)
}

/** When a customer last had an invoice on screen. */
export async function lastView(db: Db, invoiceId: string): Promise<Date | undefined> {
  const [last] = await db
    .select({ createdAt: invoiceHistory.createdAt })
    .from(invoiceHistory)
    .where(and(eq(invoiceHistory.invoiceId, invoiceId), eq(invoiceHistory.kind, 'viewed')))
    .orderBy(desc(invoiceHistory.id))
    .limit(1)
  return last?.createdAt
}

/** The number of questions about an invoice. */
export const countQuestions = (db: Db, invoiceId: string) =>
  db.$count(
    invoiceHistory,
    and(eq(invoiceHistory.invoiceId, invoiceId), eq(invoiceHistory.kind, 'question')),
  )
