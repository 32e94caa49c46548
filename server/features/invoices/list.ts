import { dayIn } from '@plumbline/contract/dates.ts'
import type { InvoiceSort, InvoiceStateFilter } from '@plumbline/contract/invoiceOrders.ts'
import type {
  InvoiceFilter,
  InvoiceListItem,
  InvoiceTotals,
  ListedInvoice,
} from '@plumbline/contract/invoices.ts'
import type { OpenInvoice } from '@plumbline/contract/payments.ts'
import { and, count, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { companyTimeZone } from '../../access/company/queries.ts'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { customers } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { dayOrLast, invoiceHistory, invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { allPaidSql, paidSql, withAllPaid } from './applied.ts'
import { listedShape, toListed } from './queries.ts'

/** The amount that is owed, in cents. The same rule as `owedOf`. */
export const owedSql = (paid: SQL) =>
  sql<number>`case when ${invoices.kind} = 'invoice' and ${invoices.status} = 'issued'
    then ${invoices.total} - ${paid} else 0 end`

const isIssued = eq(invoices.status, 'issued')
const isInvoice = eq(invoices.kind, 'invoice')
const isCredit = eq(invoices.kind, 'creditMemo')

/** The condition that an invoice is in a state on a day: the same rule as `stateOf`. */
export function stateIs(
  state: InvoiceStateFilter,
  today: string,
  paid: SQL = paidSql,
): SQL | undefined {
  const owed = owedSql(paid)
  if (state === 'draft' || state === 'void') return eq(invoices.status, state)
  const isUsed = sql`(${paid} <= ${invoices.total})`
  if (state === 'paid') return and(isIssued, sql`${owed} <= 0`, or(isInvoice, isUsed))
  const isOwed = and(isIssued, sql`${owed} > 0`)
  if (state === 'unpaid') return isOwed
  if (state === 'overdue') return and(isOwed, lt(invoices.dueOn, today))
  const isOnTime = and(isOwed, gte(invoices.dueOn, today))
  if (state === 'partPaid') return and(isOnTime, sql`${paid} > 0`)
  if (state === 'viewed') return and(isOnTime, sql`${paid} = 0`, isNotNull(invoices.viewedAt))
  // The columns decide first: what is paid is added up for each row that is left.
  const isUnseen = and(isInvoice, gte(invoices.dueOn, today), isNull(invoices.viewedAt))
  const isOpen = sql`case when ${isCredit} then not ${isUsed}
    else ${paid} = 0 and ${invoices.total} > 0 end`
  return and(isIssued, or(isUnseen, isCredit), isOpen)
}

/** The condition that an invoice, its customer or its job has the words. */
const invoiceContains = (words: string) =>
  or(
    contains(invoices.number, words),
    contains(invoices.title, words),
    // With arrays the indexes of all tables are used.
    sql`${invoices.customerId} = any(array(select ${customers.id} from ${customers} where ${contains(customers.name, words)}))`,
    sql`${invoices.jobId} = any(array(select ${jobs.id} from ${jobs} where ${contains(jobs.name, words)}))`,
  )

const matching = (filter: InvoiceFilter, today: string, paid: SQL = paidSql) =>
  and(
    filter.kind ? eq(invoices.kind, filter.kind) : undefined,
    filter.status && stateIs(filter.status, today, paid),
    filter.customerId ? eq(invoices.customerId, filter.customerId) : undefined,
    filter.jobId ? eq(invoices.jobId, filter.jobId) : undefined,
    // A credit memo is never due.
    filter.dueFrom || filter.dueTo ? isInvoice : undefined,
    filter.dueFrom ? gte(invoices.dueOn, filter.dueFrom) : undefined,
    filter.dueTo ? lte(invoices.dueOn, filter.dueTo) : undefined,
    filter.search ? invoiceContains(filter.search) : undefined,
  )

const places: Places<InvoiceSort> = {
  issued: (row) => [dayOrLast(sql`${row}.issued_on`)],
  due: (row) => [dayOrLast(sql`${row}.due_on`)],
  total: (row) => [sql`${row}.total`],
}

/** A void invoice is no part of a sum. */
const notVoid = sql<number>`case when ${invoices.status} = 'void' then 0 else ${invoices.total} end`

/** The states that the columns of an invoice decide, or of whose invoices they leave few. */
const narrowStates: ReadonlySet<InvoiceStateFilter> = new Set([
  'draft',
  'void',
  'open',
  'viewed',
  'partPaid',
])

/**
 * The invoices to count or add up, and what is paid of them: added up for each row where the
 * columns leave few rows, or once for all.
 */
function source({ status, customerId, jobId }: InvoiceFilter) {
  const isNarrow = customerId || jobId || (status && narrowStates.has(status))
  return isNarrow ? { from: invoices, paid: paidSql } : { from: withAllPaid, paid: allPaidSql }
}

/** The number of the filtered invoices, as a column of their list. */
function countOf(filter: InvoiceFilter, today: string) {
  const { from, paid } = filter.status ? source(filter) : { from: invoices, paid: paidSql }
  return totalOf(from, matching(filter, today, paid), filter.limit)
}

/** The number and the sums of the filtered invoices, in cents. */
export async function sumInvoices(
  db: Db,
  filter: InvoiceFilter,
  now: Date,
): Promise<InvoiceTotals> {
  const today = dayIn(await companyTimeZone(db), now)
  const { from, paid } = source(filter)
  const sum = (of: SQL) => sql<number>`coalesce(${sumOfCents(of)}, 0)`
  const [row] = await db
    .select({ count: count(), total: sum(notVoid), owed: sum(owedSql(paid)) })
    .from(from)
    .where(matching(filter, today, paid))
  return row ?? { count: 0, total: 0, owed: 0 }
}

/** The reminders of an invoice, whose customer is joined. */
const reminders = {
  reminded: sql<number>`(select count(*)::int from ${invoiceHistory} h
    where h.invoice_id = ${outer(invoices.id)} and h.kind = 'reminded')`,
  /** When the one that waits is due, in milliseconds. */
  remindsAt: sql<number | null>`(select extract(epoch from w.due_at)::float8 * 1000
    from ${deliveries} w where w.invoice_id = ${outer(invoices.id)}
      and w.letter = 'reminder' and w.state = 'waiting')`,
  isOff: sql<boolean>`(${invoices.remindersOff} or ${customers.remindersOff})`,
}

/** The filtered invoices, drafts first and then the last ones, or as the filter asks. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
  now: Date,
): Promise<List<InvoiceListItem>> {
  const { sort = '-issued', limit, after, total } = filter
  const timeZone = await companyTimeZone(db)
  const today = dayIn(timeZone, now)
  const where = matching(filter, today)
  const order = orderBy(invoices, places, sort)
  const query = db
    .select({ ...listedShape, ...reminders, total: total ? notCounted : countOf(filter, today) })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  const toRow = ({
    total: _,
    reminded,
    remindsAt,
    isOff,
    ...row
  }: Awaited<typeof query>[number]) => {
    const listed = toListed(row, today)
    const nextOn = remindsAt === null ? null : dayIn(timeZone, new Date(remindsAt))
    return { ...listed, reminder: listed.owed > 0 ? { sent: reminded, nextOn, isOff } : null }
  }
  return listOrPage(query, limit, toRow, order.cursorOf)
}

/** The invoices of a job by the day of issue, drafts last. */
export async function invoicesOfJob(
  db: Db,
  jobId: string,
  today: string,
): Promise<ListedInvoice[]> {
  const rows = await db
    .select(listedShape)
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(eq(invoices.jobId, jobId))
    .orderBy(dayOrLast(invoices.issuedOn), invoices.number, invoices.id)
  return rows.map((row) => toListed(row, today))
}

/** The invoices of a customer on which something is owed, oldest first, and what is owed of all. */
export async function openInvoices(
  db: Db,
  customerId: string,
  { today, limit }: { readonly today: string; readonly limit: number },
): Promise<{
  readonly open: Omit<OpenInvoice, 'processing'>[]
  readonly count: number
  readonly owed: number
}> {
  const owed = owedSql(paidSql)
  const where = and(
    eq(invoices.customerId, customerId),
    eq(invoices.kind, 'invoice'),
    stateIs('unpaid', today, paidSql),
  )
  const [all] = await db
    .select({ count: count(), owed: sql<number>`coalesce(${sumOfCents(owed)}, 0)` })
    .from(invoices)
    .where(where)
  const rows = await db
    .select(listedShape)
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .leftJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(where)
    .orderBy(invoices.dueOn, invoices.issuedOn, invoices.id)
    .limit(limit)
  const open = rows.map((row) => {
    const { id, number, title, status, jobName, issuedOn, dueOn, total, owed } = toListed(
      row,
      today,
    )
    const days = { number: number ?? '', issuedOn: issuedOn ?? today, dueOn: dueOn ?? today }
    return { ...{ id, title, status, jobName, total, owed }, ...days }
  })
  return { open, count: all?.count ?? 0, owed: all?.owed ?? 0 }
}
