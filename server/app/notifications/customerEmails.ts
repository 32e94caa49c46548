import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { deliveries } from '../../schema/delivery.ts'
import { paymentAllocations } from '../../schema/payments.ts'
import { users } from '../../schema/people.ts'
import { proposals } from '../../schema/proposals.ts'
import type { PendingEvent } from './recipients.ts'

/**
 * The email to the customer in which an event is reported too, by the id of its subject `s.id`: the
 * invoice, the receipt of the last payment of an invoice, or the version of a change order.
 */
const emailOf: Readonly<Partial<Record<PendingEvent['name'], SQL>>> = {
  'invoice.issued': sql`d.letter = 'invoice' and d.invoice_id = s.id`,
  'invoice.credited': sql`d.letter = 'invoice' and d.invoice_id = s.id`,
  'invoice.received': sql`d.letter = 'receipt' and d.payment_id = (
    select a.payment_id from ${paymentAllocations} a
    where a.invoice_id = s.id and a.payment_id is not null order by a.id desc limit 1)`,
  'changeOrder.sent': sql`d.letter = 'offer' and d.proposal_id = (
    select p.id from ${proposals} p where p.change_order_id = s.id order by p.version desc limit 1)`,
}

/** Whether a person gets an email to the customer in which an event is reported too. */
export type GetsEmail = (event: PendingEvent, personId: string) => boolean

const keyOf = (name: string, subjectId: string, personId: string) =>
  `${name} ${subjectId} ${personId}`

/** Finds who gets an email to the customer about these events at the address of their account. */
export async function findCustomerEmails(
  db: Db,
  pending: readonly PendingEvent[],
): Promise<GetsEmail> {
  const statements = Object.entries(emailOf).flatMap(([name, isAbout]) => {
    const ids = pending.filter((event) => event.name === name).map(({ subjectId }) => subjectId)
    if (ids.length === 0) return []
    return sql`select ${name}::text as name, s.id as subject_id, u.id as person_id
      from unnest(${sql.param(ids)}::uuid[]) s(id)
      join ${deliveries} d on d.state in ('waiting', 'sent') and ${isAbout}
      join ${users} u on lower(u.email) = lower(d.address) and u.deleted_at is null`
  })
  if (statements.length === 0) return () => false
  const { rows } = await db.execute<{ name: string; subject_id: string; person_id: string }>(
    sql.join(statements, sql` union all `),
  )
  const keys = new Set(rows.map((row) => keyOf(row.name, row.subject_id, row.person_id)))
  return ({ name, subjectId }, personId) => keys.has(keyOf(name, subjectId, personId))
}
