import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import type { Source } from '@plumbline/contract/ledger.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { paidSql } from '../invoices/applied.ts'

/**
 * The sources of a customer with something left: payments and credit memos, the one that can be
 * used first at the front. What was taken back can be used from that day on.
 */
export async function findSources(db: Db, customerId: string): Promise<Source[]> {
  const used = sql`coalesce(${sumOfCents(sql`a.amount`)}, 0)`
  const takenBack = sql`max(a.day) filter (where a.amount < 0)`
  const { rows } = await db.execute<{
    kind: Source['kind']
    id: string
    from: string
    left: number
  }>(
    sql`
    select 'payment' as kind, p.id, greatest(p.day, ${takenBack})::text as "from",
      (p.amount - ${used})::float8 as "left"
    from ${payments} p left join ${paymentAllocations} a on a.payment_id = p.id
    where p.customer_id = ${customerId} and p.kind = 'payment' and p.reverses_id is null
      and not exists (select from ${payments} r where r.reverses_id = p.id)
    group by p.id having p.amount > ${used}
    union all
    select 'creditMemo', m.id, greatest(m.issued_on, ${takenBack})::text, (-m.total - ${used})::float8
    from ${invoices} m left join ${paymentAllocations} a on a.credit_memo_id = m.id
    where m.customer_id = ${customerId} and m.kind = 'creditMemo' and m.status = 'issued'
    group by m.id having -m.total > ${used}
    order by 3, 2`,
  )
  return rows
}

/** An invoice to which money is applied. */
export interface Payable {
  readonly id: string
  readonly number: string
  readonly customerId: string
  readonly kind: InvoiceKind
  readonly isVoid: boolean
  /** In cents. */
  readonly owed: number
  /** The first day on which it can be paid: of its issue, or of the last payment taken back. */
  readonly from: string
}

/** The invoices that were issued with these ids, in any order. */
export async function findPayables(db: Db, ids: readonly string[]): Promise<Payable[]> {
  if (ids.length === 0) return []
  const takenBack = sql`(select max(a.day) from ${paymentAllocations} a
    where a.invoice_id = ${outer(invoices.id)} and a.amount < 0)`
  const rows = await db
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.number}`,
      customerId: invoices.customerId,
      kind: invoices.kind,
      isVoid: sql<boolean>`${invoices.status} = 'void'`,
      owed: sql<number>`(${invoices.total} - ${paidSql})::float8`,
      from: sql<string>`greatest(${invoices.issuedOn}, ${takenBack})::text`,
    })
    .from(invoices)
    .where(and(inArray(invoices.id, [...ids]), sql`${invoices.status} <> 'draft'`))
  return rows
}

/** A use of money, without parts that were taken back. */
export interface Net {
  readonly paymentId: string | null
  readonly creditMemoId: string | null
  readonly invoiceId: string | null
  readonly refundId: string | null
  /** In cents, above zero. */
  readonly amount: number
}

/** A use of money with the last day from which a part of it counts. */
export interface DatedNet extends Net {
  readonly lastDay: string
}

/** The uses of a payment, for a refund, or of one source for an invoice. */
type Uses =
  | { readonly paymentId: string; readonly invoiceId?: string }
  | { readonly creditMemoId: string; readonly invoiceId: string }
  | { readonly refundId: string }

/** The uses that were not taken back, the last ones first. */
export async function findNet(db: Db, uses: Uses): Promise<DatedNet[]> {
  const columns = {
    paymentId: paymentAllocations.paymentId,
    creditMemoId: paymentAllocations.creditMemoId,
    invoiceId: paymentAllocations.invoiceId,
    refundId: paymentAllocations.refundId,
  }
  const amount = sumOfCents(sql`${paymentAllocations.amount}`)
  const lastDay = sql<string>`max(${paymentAllocations.day})::text`
  return db
    .select({ ...columns, amount, lastDay })
    .from(paymentAllocations)
    .where(
      and(
        'paymentId' in uses ? eq(columns.paymentId, uses.paymentId) : undefined,
        'creditMemoId' in uses ? eq(columns.creditMemoId, uses.creditMemoId) : undefined,
        'invoiceId' in uses && uses.invoiceId !== undefined
          ? eq(columns.invoiceId, uses.invoiceId)
          : undefined,
        'refundId' in uses ? eq(columns.refundId, uses.refundId) : undefined,
      ),
    )
    .groupBy(columns.paymentId, columns.creditMemoId, columns.invoiceId, columns.refundId)
    .having(sql`${amount} <> 0`)
    .orderBy(desc(lastDay), desc(columns.invoiceId))
}

/** Adds uses of money. */
export async function insertAllocations(
  db: Db,
  recordedById: string | null,
  rows: readonly (Net & { readonly day: string })[],
) {
  if (rows.length === 0) return
  await db.insert(paymentAllocations).values(rows.map((row) => ({ ...row, recordedById })))
}

/** The last day from which a use of a payment, or the end of one, counts; undefined without any. */
export async function lastDayOf(db: Db, paymentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ day: sql<string | null>`max(${paymentAllocations.day})::text` })
    .from(paymentAllocations)
    .where(eq(paymentAllocations.paymentId, paymentId))
  return row?.day ?? undefined
}
