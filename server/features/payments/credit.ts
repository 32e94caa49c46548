import { type SQL, sql } from 'drizzle-orm'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'

/** The change of the balance of an account by an entry: a refund adds to it, all else lowers it. */
export const chargedBy = (entry: SQL): SQL =>
  sql`case when ${entry}.kind = 'refund' then ${entry}.amount else -${entry}.amount end`

/**
 * The rows of `customer_id` and `credit`, in cents: what is left now of the payments and credit
 * memos of some customers, an array. Customers whose money is all used may be among them, with 0.
 */
export function creditOf(customers: SQL): SQL {
  const isPayment = sql`p.kind = 'payment' and p.customer_id = any(${customers})`
  const isMemo = sql`m.kind = 'creditMemo' and m.status = 'issued' and m.customer_id = any(${customers})`
  return sql`
    select customer_id, sum(amount) as credit from (
      select p.customer_id, p.amount from ${payments} p where ${isPayment}
      union all
      select p.customer_id, -a.amount
        from ${payments} p join ${paymentAllocations} a on a.payment_id = p.id
        where ${isPayment}
      union all
      select m.customer_id, -m.total from ${invoices} m where ${isMemo}
      union all
      select m.customer_id, -a.amount
        from ${invoices} m join ${paymentAllocations} a on a.credit_memo_id = m.id
        where ${isMemo}) movements
    group by customer_id`
}
