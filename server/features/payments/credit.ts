import { type SQL, sql } from 'drizzle-orm'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { countsOn } from '../invoices/applied.ts'

/** The credit of some customers, an array, or of all: now, or at the end of a day. */
interface CreditOf {
  readonly customers?: SQL
  readonly day?: string
}

/**
 * The rows of `customer_id` and `credit`, in cents: what is left of the payments and credit memos
 * of customers. Customers whose money is all used may be among them, with 0.
 */
export function creditOf({ customers, day }: CreditOf): SQL {
  const isTheirs = (row: SQL) =>
    customers === undefined ? sql`true` : sql`${row}.customer_id = any(${customers})`
  const isBy = (column: SQL) => (day === undefined ? sql`true` : sql`${column} <= ${day}`)
  const isPayment = sql`p.kind = 'payment' and ${isTheirs(sql`p`)}`
  const isMemo = sql`m.kind = 'creditMemo' and ${isTheirs(sql`m`)}
    and ${day === undefined ? sql`m.status = 'issued'` : countsOn(sql`m`, day)}`
  return sql`
    select customer_id, sum(amount) as credit from (
      select p.customer_id, p.amount from ${payments} p where ${isPayment} and ${isBy(sql`p.day`)}
      union all
      select p.customer_id, -a.amount
        from ${payments} p join ${paymentAllocations} a on a.payment_id = p.id
        where ${isPayment} and ${isBy(sql`a.day`)}
      union all
      select m.customer_id, -m.total from ${invoices} m where ${isMemo}
      union all
      select m.customer_id, -a.amount
        from ${invoices} m join ${paymentAllocations} a on a.credit_memo_id = m.id
        where ${isMemo} and ${isBy(sql`a.day`)}) movements
    group by customer_id`
}
