import type { AgedInvoice, Ages } from '@plumbline/contract/ageing.ts'
import { bucketOf } from '@plumbline/contract/ageing.ts'
import type { Period } from '@plumbline/contract/statementBalances.ts'
import {
  MAX_OPEN_ROWS,
  MAX_SENT_STATEMENTS,
  MAX_STATEMENT_ROWS,
  type Statement,
  type StatementEntry,
} from '@plumbline/contract/statements.ts'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { events } from '../../schema/live.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { agesSql, owedOn } from '../billing/ageing.ts'
import { chargedBy } from '../payments/credit.ts'

/** All movements of a customer's account up to a day, each on the day from which it counts. */
const movementsUpTo = (customerId: string, day: string) => sql`
  select i.kind, false as reversal, i.id, i.issued_on as day, i.total as amount, i.number, i.title,
    null as method, null as reference
  from ${invoices} i
  where i.customer_id = ${customerId} and i.status <> 'draft' and i.issued_on <= ${day}
  union all
  select i.kind, true, i.id, greatest(i.voided_on, i.issued_on), -i.total, i.number, i.title, null, null
  from ${invoices} i
  where i.customer_id = ${customerId} and i.status = 'void' and greatest(i.voided_on, i.issued_on) <= ${day}
  union all
  select p.kind, p.reverses_id is not null, p.id, p.day,
    ${chargedBy(sql`p`)}, null, null, p.method, p.reference
  from ${payments} p where p.customer_id = ${customerId} and p.day <= ${day}`

/** The numbers of the invoices that the payment or the write-off of a movement is used for. */
const invoicesOn = (day: string) => sql`
  (select coalesce(json_agg(u.number order by u.number), '[]') from (
    select i.number from ${paymentAllocations} a join ${invoices} i on i.id = a.invoice_id
    where a.payment_id = m.id and a.day <= ${day} group by i.id having sum(a.amount) > 0) u)`

type Movement = Omit<StatementEntry, 'balance'>
type OpenRow = Pick<AgedInvoice, 'id' | 'number' | 'title' | 'dueOn' | 'owed'> & {
  readonly late: number
}

interface Row {
  readonly opening: number
  readonly count: number
  readonly firstDay: string | null
  readonly movements: Movement[]
  readonly owed: number
  readonly openCount: number
  readonly open: OpenRow[]
  readonly ages: Ages
  readonly [key: string]: unknown
}

interface Account extends Pick<Statement, 'opening' | 'firstDay' | 'owed' | 'ages' | 'open'> {
  /** The number of the movements in the period. */
  readonly count: number
  /** In any order; none if there are more than a statement has. */
  readonly movements: readonly Movement[]
  readonly openCount: number
}

/**
 * The account of a customer in a period. One statement reads it, so that what is written meanwhile
 * is in all of its figures or in none.
 */
export async function readAccount(
  db: Db,
  customerId: string,
  { from, to }: Period,
): Promise<Account> {
  const { rows } = await db.execute<Row>(sql`
    with movements as materialized (${movementsUpTo(customerId, to)}),
    open as materialized (${owedOn(to, customerId)}),
    shown as (select * from movements where day >= ${from})
    select
      (select coalesce(${sumOfCents(sql`amount`)}, 0) from movements where day < ${from}) as opening,
      (select count(*)::int from shown) as count,
      (select min(day)::text from movements) as "firstDay",
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'isReversal', m.reversal, 'id', m.id,
          'day', m.day, 'amount', m.amount, 'number', m.number, 'title', m.title, 'method', m.method,
          'reference', m.reference,
          'invoices', case when m.number is null and not m.reversal then ${invoicesOn(to)} else '[]'::json end)), '[]')
        from shown m where (select count(*) from shown) <= ${MAX_STATEMENT_ROWS}) as movements,
      (select count(*)::int from open) as "openCount",
      (select coalesce(${sumOfCents(sql`owed`)}, 0) from open) as owed,
      (select coalesce(json_agg(o order by o."dueOn", o.id), '[]') from (
        select i.id, i.number, i.title, i.due_on as "dueOn", open.late, open.owed
        from open join ${invoices} i on i.id = open.id
        order by i.due_on, i.id limit ${MAX_OPEN_ROWS}) o) as open,
      (select row_to_json(a) from (select ${agesSql} from open) a) as ages`)
  const row = rows[0] as Row
  const { opening, count, firstDay, movements, owed, openCount, ages } = row
  const open = row.open.map(({ late, ...invoice }) => ({
    ...{ ...invoice, daysLate: late, bucket: bucketOf(late) },
  }))
  return { opening, count, firstDay, movements, owed, openCount, open, ages }
}

/** The deliveries of statements of a customer. */
const ofCustomer = (customerId: string) =>
  and(eq(deliveries.customerId, customerId), eq(deliveries.letter, 'statement'))

/** The last statements that were sent to a customer, newest first. */
export async function listSent(db: Db, customerId: string): Promise<Statement['sent']> {
  const rows = await db
    .select({
      id: deliveries.id,
      from: sql<string>`${deliveries.fromDay}::text`,
      to: sql<string>`${deliveries.toDay}::text`,
      address: sql<string>`${deliveries.address}`,
      state: deliveries.state,
      error: deliveries.error,
      createdAt: deliveries.createdAt,
    })
    .from(deliveries)
    .where(ofCustomer(customerId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MAX_SENT_STATEMENTS)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** A statement by its last day and the moment when it was sent. */
interface LastSent {
  readonly toDay: string
  readonly createdAt: Date
}

/** The statement with the last day of those that reached a customer, or wait. */
export async function findLastSent(db: Db, customerId: string): Promise<LastSent | undefined> {
  const { toDay, createdAt, state } = deliveries
  const [row] = await db
    .select({ toDay: sql<string>`${toDay}::text`, createdAt })
    .from(deliveries)
    .where(and(ofCustomer(customerId), inArray(state, ['waiting', 'sent'])))
    .orderBy(desc(toDay), desc(createdAt))
    .limit(1)
  return row
}

interface NewDelivery extends Period {
  readonly customerId: string
  readonly address: string
}

/** Queues an email with a statement. Its figures are those of the moment when it is sent. */
export async function queueStatement(
  db: Db,
  { customerId, address, from, to }: NewDelivery,
  now: Date,
) {
  const due = { channel: 'email', letter: 'statement', dueAt: now, createdAt: now } as const
  await db.insert(deliveries).values({ customerId, address, fromDay: from, toDay: to, ...due })
}

/** The person who sent a statement to a customer last. */
export async function senderId(db: Db, customerId: string): Promise<string | null> {
  const { id, name, subjectId, actorId } = events
  const [sent] = await db
    .select({ actorId })
    .from(events)
    .where(and(eq(subjectId, customerId), eq(name, 'customer.statement'), isNotNull(actorId)))
    .orderBy(desc(id))
    .limit(1)
  return sent?.actorId ?? null
}
