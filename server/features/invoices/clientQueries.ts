import { isPayableByCard } from '@plumbline/contract/cardStates.ts'
import type {
  ClientInvoice,
  ClientInvoiceFilter,
  ListedClientInvoice,
} from '@plumbline/contract/clientInvoices.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { and, asc, eq, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companyTimeZone } from '../../access/company/queries.ts'
import { readInvoice } from '../../documents/invoice.ts'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { orderBy } from '../../platform/db/order.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { customers } from '../../schema/customers.ts'
import { dayOrLast, invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { addresseeOf } from '../changeOrders/queries.ts'
import { bankAnswers, paidSql, paymentsOf } from './applied.ts'
import { dueDayOf } from './content.ts'
import { owedSql, stateIs } from './list.ts'
import {
  draftOf,
  type FoundInvoice,
  type InvoiceRow,
  listedShape,
  lockInvoice,
  toListed,
} from './queries.ts'

/**
 * The client who reads an invoice: the client of its job, if it is for the customer of the job and
 * they do not sign in for another one. Beside the invoice, its job has to be joined.
 */
const addresseeId = sql<string | null>`(case
  when ${outer(invoices.customerId)} = ${outer(jobs.customerId)}
  then ${addresseeOf(invoices.customerId)} end)`

/** The condition that a client reads an invoice. A draft is nobody's but the office's. */
const isReadBy = (personId: string) =>
  and(eq(jobs.clientId, personId), eq(addresseeId, personId), ne(invoices.status, 'draft'))

const withJobs = sql`${invoices} join ${jobs} on ${jobs.id} = ${invoices.jobId}`

/** The condition that a client reads an invoice, which is not void, by its id in another table. */
export const readsOpenInvoice = (personId: string, id: SQLWrapper): SQL =>
  sql`exists (select from ${withJobs}
    where ${invoices.id} = ${id} and ${isReadBy(personId)} and ${ne(invoices.status, 'void')})`

/** The invoices among these that a client reads. */
export async function readableBy(
  db: Db,
  personId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(inArray(invoices.id, [...ids]), isReadBy(personId)))
  return new Set(rows.map(({ id }) => id))
}

/** Invoices with their jobs and the clients who read them, or will once they are issued. */
export const findAddressees = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: invoices.id, jobId: invoices.jobId, addresseeId })
    .from(invoices)
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(inArray(invoices.id, [...ids]))

/** Whether a client reads an invoice, or will once it is issued. */
export async function isForClient(db: Db, id: string): Promise<boolean> {
  const [row] = await findAddressees(db, [id])
  return typeof row?.addresseeId === 'string'
}

type ListedRow = Parameters<typeof toListed>[0]

/** An invoice in the list of its client, on a day of the company. */
function toListedForClient(row: ListedRow, today: string): ListedClientInvoice {
  const listed = toListed({ ...row, viewedAt: null }, today)
  const { customerId: _, customerName: __, updatedAt: ___, ...read } = listed
  // It is none of the drafts, which lack these facts, and it has a job.
  return read as ListedClientInvoice
}

const issuedLast = orderBy(
  invoices,
  { issued: (row) => [dayOrLast(sql`${row}.issued_on`)] },
  '-issued',
)

/** The invoices that a client reads, the last ones first. */
export async function listForClient(
  db: Db,
  personId: string,
  { jobId, limit, after }: ClientInvoiceFilter,
  now: Date,
): Promise<List<ListedClientInvoice>> {
  const today = dayIn(await companyTimeZone(db), now)
  const where = and(isReadBy(personId), jobId ? eq(invoices.jobId, jobId) : undefined)
  const query = db
    .select({ ...listedShape, total: totalOf(withJobs, where, limit) })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(where, after === undefined ? undefined : issuedLast.after(after)))
    .orderBy(...issuedLast.by)
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toListedForClient(row, today),
    issuedLast.cursorOf,
  )
}

/** The most invoices to pay on the first screen of a client. */
const MAX_UNPAID = 20

/** The invoices to a client of which something is owed, as their first screen has them. */
interface Unpaid {
  /** The first due first. */
  readonly unpaid: ListedClientInvoice[]
  /** The number of all of them, and what is owed of these in cents. */
  readonly unpaidCount: number
  readonly unpaidOwed: number
}

/** The invoices to a client of which something is owed on a day. */
export async function unpaidByClient(db: Db, personId: string, today: string): Promise<Unpaid> {
  const all = {
    count: sql<number>`(count(*) over ())::int`,
    allOwed: sql<number>`${sumOfCents(owedSql(paidSql))} over ()`,
  }
  const rows = await db
    .select({ ...listedShape, ...all })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(isReadBy(personId), stateIs('unpaid', today)))
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(MAX_UNPAID)
  return {
    unpaid: rows.map((row) => toListedForClient(row, today)),
    unpaidCount: rows[0]?.count ?? 0,
    unpaidOwed: rows[0]?.allOwed ?? 0,
  }
}

/** An invoice with the client who reads it. */
export interface FoundForClient {
  readonly invoice: InvoiceRow
  readonly listed: ListedRow
  readonly bank: { readonly processing: number | null; readonly refused: number | null }
  readonly addresseeId: string | null
}

/** The invoice if the client reads it. */
export async function findForClient(
  db: Db,
  personId: string,
  id: string,
): Promise<FoundForClient | undefined> {
  const [row] = await db
    .select({ invoice: invoices, listed: listedShape, bank: bankAnswers, addresseeId })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(eq(invoices.id, id), isReadBy(personId)))
  return row
}

/**
 * Locks an invoice, in the order of locks, if the client reads it. What they read was found before:
 * an invoice that was issued stays theirs.
 */
export async function lockForClient(
  db: Db,
  personId: string,
  id: string,
): Promise<(FoundForClient & { readonly locked: FoundInvoice }) | undefined> {
  const found = await findForClient(db, personId, id)
  const locked = found && (await lockInvoice(db, id))
  return locked && { ...found, locked }
}

/**
 * The invoice as its client reads it, with the terms only while they are those of the due day.
 * @param takesCards whether cards are taken here
 */
export async function toClientInvoice(
  db: Db,
  { invoice, listed, bank }: FoundForClient,
  { now, takesCards }: { readonly now: Date; readonly takesCards: boolean },
): Promise<ClientInvoice> {
  const today = dayIn(await companyTimeZone(db), now)
  // The table allows none that was issued without its content and its day.
  const content = readInvoice(invoice.content as string)
  const isDueMoved = dueDayOf(draftOf(invoice), invoice.issuedOn as string) !== invoice.dueOn
  const read = toListedForClient(listed, today)
  return {
    ...read,
    payments: await paymentsOf(db, invoice.id),
    takesCard: takesCards && isPayableByCard(read.owed, bank.processing),
    ...bank,
    content: { ...content, terms: isDueMoved ? null : content.terms },
  }
}
