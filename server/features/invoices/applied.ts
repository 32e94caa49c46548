import type { InvoicePayment } from '@plumbline/contract/invoices.ts'
import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { cardSessions } from '../../schema/cardPayments.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'

/**
 * The part of an invoice that is paid, in cents; of a credit memo, that is used, below zero.
 * @param sum the sum of what is used for the invoice
 */
const paidBy = (sum: SQL) => sql<number>`coalesce(case when ${outer(invoices.kind)} = 'creditMemo'
  then -(select ${sumOfCents(sql`a.amount`)} from ${paymentAllocations} a
    where a.credit_memo_id = ${outer(invoices.id)})
  else ${sum} end, 0)`

/** The part of an invoice that is paid, added up for each row. */
export const paidSql = paidBy(sql`(select ${sumOfCents(sql`a.amount`)} from ${paymentAllocations} a
    where a.invoice_id = ${outer(invoices.id)})`)

/** The same, where {@link withAllPaid} adds it up once for all invoices. */
export const allPaidSql = paidBy(sql`paid.amount`)
export const withAllPaid = sql`${invoices} left join (
  select invoice_id, ${sumOfCents(sql`amount`)} as amount
  from ${paymentAllocations} group by invoice_id
) paid on paid.invoice_id = ${invoices.id}`

/** The part of an invoice that was paid with money, in cents; none of a credit memo. */
export const receivedSql = sql<number>`coalesce((
  select ${sumOfCents(sql`a.amount`)}
  from ${paymentAllocations} a join ${payments} p on p.id = a.payment_id
  where a.invoice_id = ${outer(invoices.id)} and p.kind = 'payment'), 0)`

/**
 * The condition that an invoice or a credit memo counts at the end of a day: issued by then, and
 * not void yet.
 */
export const countsOn = (i: SQL, day: string) =>
  sql`${i}.issued_on <= ${day} and coalesce(${i}.voided_on > ${day}, true)`

/** The payments, write-offs and credit memos that are used for an invoice, oldest first. */
export async function paymentsOf(db: Db, invoiceId: string): Promise<InvoicePayment[]> {
  const { rows } = await db.execute<InvoicePayment & Record<string, unknown>>(sql`
    select a.payment_id as "paymentId", a.credit_memo_id as "creditMemoId",
      coalesce(p.kind, 'creditMemo') as kind, m.number, p.method, p.reference,
      coalesce(p.day, m.issued_on)::text as day, a.amount::float8 as amount
    from (
      select payment_id, credit_memo_id, sum(amount) as amount, min(id::text) as first
        from ${paymentAllocations} where invoice_id = ${invoiceId}
        group by payment_id, credit_memo_id having sum(amount) <> 0) a
    left join ${payments} p on p.id = a.payment_id
    left join ${invoices} m on m.id = a.credit_memo_id
    order by day, a.first`)
  return rows
}

/** The card payment of an invoice that its bank has not answered, in cents; null without one. */
const processingSql = sql<number | null>`(
  select max(s.amount)::float8 from ${cardSessions} s
  where s.invoice_id = ${outer(invoices.id)} and s.state = 'processing')`

/** The same of several invoices by their ids, which lacks those without one. */
export async function processingAmong(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: invoices.id, processing: processingSql })
    .from(invoices)
    .where(and(inArray(invoices.id, [...invoiceIds]), isNotNull(processingSql)))
  return new Map(rows.map(({ id, processing }) => [id, processing ?? 0]))
}

/**
 * The payment of an issued invoice that its bank has refused, in cents, while it is the last one
 * and the same amount is owed; null without one.
 */
const refusedSql = sql<number | null>`(
  select s.amount::float8 from ${cardSessions} s
  where s.invoice_id = ${outer(invoices.id)} and s.state = 'failed'
    and ${outer(invoices.status)} = 'issued'
    and s.amount = ${outer(invoices.total)} - ${paidSql}
    and not exists (select from ${cardSessions} later
      where later.invoice_id = s.invoice_id and later.attempt > s.attempt))`

/** The columns of an invoice with what banks said about its card payments. */
export const bankAnswers = { processing: processingSql, refused: refusedSql }
