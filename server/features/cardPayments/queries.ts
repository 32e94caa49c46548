import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { cardSessions, stripeEvents } from '../../schema/cardPayments.ts'
import { invoiceHistory, invoices } from '../../schema/invoices.ts'
import { payments } from '../../schema/payments.ts'
import { paidSql } from '../invoices/applied.ts'

export type CardSession = typeof cardSessions.$inferSelect

/** The attempt to pay an invoice that is open; undefined without one. */
export async function findOpen(db: Db, invoiceId: string): Promise<CardSession | undefined> {
  const [row] = await db
    .select()
    .from(cardSessions)
    .where(and(eq(cardSessions.invoiceId, invoiceId), eq(cardSessions.state, 'open')))
  return row
}

/** The attempt of an invoice, whose row is locked with the invoice before. */
export async function findSession(db: Db, id: string): Promise<CardSession | undefined> {
  const [row] = await db.select().from(cardSessions).where(eq(cardSessions.id, id))
  return row
}

/** The attempt that a payment at Stripe is of. */
export async function findByIntent(db: Db, intent: string): Promise<CardSession | undefined> {
  const [row] = await db.select().from(cardSessions).where(eq(cardSessions.paymentIntent, intent))
  return row
}

/** The attempt with a session at Stripe. */
export async function findByStripeId(db: Db, stripeId: string): Promise<CardSession | undefined> {
  const [row] = await db.select().from(cardSessions).where(eq(cardSessions.stripeId, stripeId))
  return row
}

/** Whether what became of an attempt is not known yet. */
export const isPending = ({ state }: CardSession): boolean =>
  state === 'open' || state === 'processing'

type NewSession = Pick<CardSession, 'invoiceId' | 'amount' | 'expiresAt' | 'createdAt'>

/** Adds the next attempt of a locked invoice, which has none that is open. */
export async function insertSession(db: Db, session: NewSession): Promise<CardSession> {
  const attempt = sql`(select coalesce(max(attempt), 0) + 1 from ${cardSessions}
    where invoice_id = ${session.invoiceId})`
  const [row] = await db
    .insert(cardSessions)
    .values({ ...session, attempt, state: 'open' })
    .returning()
  return row as CardSession
}

/** Changes an attempt. */
export async function updateSession(
  db: Db,
  id: string,
  change: Partial<Pick<CardSession, 'state' | 'stripeId' | 'paymentIntent'>>,
) {
  await db.update(cardSessions).set(change).where(eq(cardSessions.id, id))
}

/** The most attempts that are ended in one round, of which there is one each minute. */
const MAX_STALE = 20
/** The most attempts whose bank is asked about in one round, of which there is one each hour. */
const MAX_PROCESSING = 500

/**
 * The open attempts that have come to an end: of invoices that are void, or of which another amount
 * is owed by now, and those whose time is over.
 */
export async function findStale(db: Db, now: Date): Promise<CardSession[]> {
  const rows = await db
    .select({ session: cardSessions })
    .from(cardSessions)
    .innerJoin(invoices, eq(invoices.id, cardSessions.invoiceId))
    .where(
      and(
        eq(cardSessions.state, 'open'),
        or(
          lt(cardSessions.expiresAt, now),
          sql`${invoices.status} <> 'issued'`,
          sql`${invoices.total} - ${paidSql} <> ${cardSessions.amount}`,
        ),
      ),
    )
    .orderBy(asc(cardSessions.expiresAt))
    .limit(MAX_STALE)
  return rows.map(({ session }) => session)
}

/** Ends an attempt that has no page at Stripe, unless it got one meanwhile. */
export async function expireUnopened(db: Db, id: string) {
  await db
    .update(cardSessions)
    .set({ state: 'expired' })
    .where(
      and(eq(cardSessions.id, id), eq(cardSessions.state, 'open'), isNull(cardSessions.stripeId)),
    )
}

/** The attempts whose bank has not answered, the oldest first. */
export const findProcessing = (db: Db): Promise<CardSession[]> =>
  db
    .select()
    .from(cardSessions)
    .where(eq(cardSessions.state, 'processing'))
    .orderBy(asc(cardSessions.createdAt))
    .limit(MAX_PROCESSING)

/** The id of the entry for a payment, a refund or a dispute at Stripe. */
export async function findEntry(db: Db, stripeId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.stripeId, stripeId))
  return row?.id
}

/** Whether a note is in the history of an invoice. */
export async function isNoted(
  db: Db,
  {
    invoiceId,
    kind,
    note,
  }: Pick<typeof invoiceHistory.$inferInsert, 'invoiceId' | 'kind' | 'note'>,
): Promise<boolean> {
  const { id } = invoiceHistory
  const rows = await db
    .select({ id })
    .from(invoiceHistory)
    .where(
      and(
        eq(invoiceHistory.invoiceId, invoiceId),
        eq(invoiceHistory.kind, kind),
        eq(invoiceHistory.note, note ?? ''),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** An event of Stripe. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
}

/** The ids of those events that were handled before. */
export async function findHandled(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { id } = stripeEvents
  const rows = await db
    .select({ id })
    .from(stripeEvents)
    .where(inArray(id, [...ids]))
  return new Set(rows.map((row) => row.id))
}

/** Whether an event was handled before. */
export const isHandled = async (db: Db, { id }: StripeEvent): Promise<boolean> =>
  (await findHandled(db, [id])).has(id)

/** Notes that an event is handled. @returns false if it was before */
export async function takeEvent(db: Db, { id, type }: StripeEvent, now: Date): Promise<boolean> {
  const rows = await db
    .insert(stripeEvents)
    .values({ id, type: type.slice(0, 100), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id })
  return rows.length > 0
}

/** The days after which an event is forgotten. Stripe sends one again for three days at most. */
const EVENT_DAYS = 90

/** Deletes events that Stripe will not send again. */
export async function deleteOldEvents(db: Db, now: Date) {
  const before = new Date(now.getTime() - EVENT_DAYS * 86_400_000)
  await db.delete(stripeEvents).where(lt(stripeEvents.createdAt, before))
}
