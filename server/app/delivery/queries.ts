import {
  type Channels,
  defaultChannels,
  type EmailMode,
  kindsFor,
  type NotificationKind,
} from '@plumbline/contract/notificationKinds.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'

import { and, asc, eq, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { companyZone } from '../../access/company/queries.ts'
import { hasAddress } from '../../features/reminders/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sessions } from '../../schema/auth.ts'
import { deliveries, pushDevices, refusedAddresses } from '../../schema/delivery.ts'
import { notificationChannels, quietHours } from '../../schema/notifications.ts'
import { users } from '../../schema/people.ts'

/** Whether the email address of the person in the statement was refused. */
const isRefused = sql<boolean>`exists (select 1 from ${refusedAddresses} r
  where r.person_id = ${outer(users.id)} and lower(r.address) = lower(${outer(users.email)}))`

const hasDevice = sql<boolean>`exists (select 1 from ${pushDevices} d where d.person_id = ${outer(users.id)})`

const quiet = { from: quietHours.from, to: quietHours.to }

/** The people with their notification settings. Removed people are left out. */
export function findRecipients(db: Db, ids: readonly string[]) {
  const { id, role, email, firstName, lastName } = users
  const choices = sql<Partial<Record<NotificationKind, Channels>>>`coalesce(
    (select jsonb_object_agg(c.kind, jsonb_build_object('email', c.email, 'push', c.push))
      from ${notificationChannels} c where c.person_id = ${outer(users.id)}), '{}')`
  return db
    .select({
      ...{ id, role, email, firstName, lastName, isRefused, hasDevice, choices, quiet },
      timeZone: companyZone,
    })
    .from(users)
    .leftJoin(quietHours, eq(quietHours.personId, users.id))
    .where(and(inArray(users.id, [...ids]), sql`${users.deletedAt} is null`))
}
export type Recipient = Awaited<ReturnType<typeof findRecipients>>[number]

/**
 * The channels for a kind of notification: those the person chose, or the default of their role.
 */
export const channelsOf = (
  { role, choices }: Pick<Recipient, 'role' | 'choices'>,
  kind: NotificationKind,
): Channels => choices[kind] ?? defaultChannels[role][kind]

/** The channels for each kind of notification of the role. */
export const channelList = (person: Pick<Recipient, 'role' | 'choices'>) =>
  kindsFor(person.role).map((kind) => ({ kind, ...channelsOf(person, kind) }))

/** Stores the channels that a person chose for kinds of notifications. */
export async function saveChannels(
  db: Db,
  personId: string,
  channels: readonly ({ readonly kind: NotificationKind } & Channels)[],
) {
  if (channels.length === 0) return
  const rows = channels.map(({ kind, email, push }) => ({ personId, kind, email, push }))
  await db
    .insert(notificationChannels)
    .values(rows)
    .onConflictDoUpdate({
      target: [notificationChannels.personId, notificationChannels.kind],
      set: { email: sql`excluded.email`, push: sql`excluded.push` },
    })
}

/** Stores the hours in which a person is sent nothing; null removes them. */
export async function saveQuietHours(
  db: Db,
  personId: string,
  hours: { readonly from: string; readonly to: string } | null,
) {
  if (!hours) return db.delete(quietHours).where(eq(quietHours.personId, personId))
  return db
    .insert(quietHours)
    .values({ personId, ...hours })
    .onConflictDoUpdate({ target: quietHours.personId, set: hours })
}

/**
 * Turns off the emails about the kinds for which `shouldTurnOff` returns true.
 * @returns whether that changed anything
 */
export async function turnEmailOff(
  db: Db,
  person: Pick<Recipient, 'id' | 'role' | 'choices'>,
  shouldTurnOff: (channels: {
    readonly kind: NotificationKind
    readonly email: EmailMode
  }) => boolean,
): Promise<boolean> {
  const affected = channelList(person).filter((one) => one.email !== 'off' && shouldTurnOff(one))
  await saveChannels(
    db,
    person.id,
    affected.map((one) => ({ ...one, email: 'off' })),
  )
  return affected.length > 0
}

/** Records that a mail server refuses the address of a person. */
export async function saveRefusal(
  db: Db,
  { personId, address, reason, createdAt }: typeof refusedAddresses.$inferInsert,
) {
  const refusal = { address, reason, createdAt }
  await db
    .insert(refusedAddresses)
    .values({ personId, ...refusal })
    .onConflictDoUpdate({ target: refusedAddresses.personId, set: refusal })
}

/** @returns whether there was one */
export async function deleteRefusal(db: Db, personId: string): Promise<boolean> {
  const deleted = await db
    .delete(refusedAddresses)
    .where(eq(refusedAddresses.personId, personId))
    .returning({ id: refusedAddresses.personId })
  return deleted.length > 0
}

type Row = typeof deliveries.$inferSelect

/** An email or push about notifications of a person. */
export interface PersonalDelivery extends Row {
  readonly personId: string
  readonly letter: null
}

interface ToAddress extends Row {
  readonly personId: null
  readonly letter: Exclude<NonNullable<Row['letter']>, 'reminder'>
  readonly address: string
}

/** An email to a customer about one of these things. */
type About<Id extends string> = {
  readonly [K in 'proposalId' | 'invoiceId' | 'paymentId' | 'customerId']: K extends Id
    ? string
    : null
}
interface Statement extends About<'customerId'> {
  readonly fromDay: string
  readonly toDay: string
}

/** An email to a customer, about a proposal, an invoice, a payment or their account. */
export type CustomerDelivery = ToAddress &
  (About<'proposalId'> | About<'invoiceId'> | About<'paymentId'> | Statement)

/** A reminder of an invoice. Its address is found when it is sent. */
export interface ReminderDelivery extends Row {
  readonly personId: null
  readonly letter: 'reminder'
  readonly invoiceId: string
  readonly reminderDays: number
}

export type DeliveryRow = PersonalDelivery | CustomerDelivery | ReminderDelivery

/** A literal, so that Postgres can use the partial index on this state. */
const isWaiting = sql`${deliveries.state} = 'waiting'`
/** Reminders without an address wait for somebody to send them. */
const isReminder = sql`${deliveries.letter} is not distinct from 'reminder'`
const waiting = ({ emails, reminders }: Sendable): SQL | undefined =>
  and(
    isWaiting,
    emails ? undefined : ne(deliveries.channel, 'email'),
    reminders ? sql`(not ${isReminder} or ${hasAddress})` : sql`not ${isReminder}`,
  )

/** The deliveries that can be sent now. */
export interface Sendable {
  /** False while the mail server is not reached. */
  readonly emails: boolean
  /** False where no emails are sent: reminders wait for somebody to send them. */
  readonly reminders: boolean
}

/**
 * When the next delivery that no node is sending is due.
 */
export async function nextDueAt(db: Db, sendable: Sendable): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(waiting(sendable))
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
    .for('key share', { skipLocked: true })
  return row?.dueAt
}

/** A due delivery that no other node is sending, locked until the transaction ends. */
export async function takeDue(
  db: Db,
  now: Date,
  sendable: Sendable,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(waiting(sendable), lte(deliveries.dueAt, now)))
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row as DeliveryRow | undefined
}

/** Changes a locked delivery. */
export async function updateDelivery(
  db: Db,
  id: string,
  change: Partial<
    Pick<Row, 'state' | 'dueAt' | 'attempts' | 'error' | 'finishedAt' | 'createdAt'> &
      Pick<Row, 'address' | 'reminderDays'>
  >,
) {
  await db.update(deliveries).set(change).where(eq(deliveries.id, id))
}

/** Postpones a delivery that could not be attempted because of an error of the program itself. */
export async function postpone(db: Db, { id }: Pick<DeliveryRow, 'id'>, dueAt: Date) {
  const attempts = sql`${deliveries.attempts} + 1`
  await db
    .update(deliveries)
    .set({ dueAt, attempts })
    .where(and(eq(deliveries.id, id), isWaiting))
}

/** Queues deliveries, except those that are already waiting. */
export async function insertDeliveries(db: Db, rows: (typeof deliveries.$inferInsert)[]) {
  if (rows.length > 0) await db.insert(deliveries).values(rows).onConflictDoNothing()
}

const RETENTION_MS = 30 * DAY_MS

/**
 * Deletes the deliveries that were finished a month ago, and the devices of sessions that have
 * ended. Reminders and statements stay: the next one follows from the last one.
 */
export async function deleteOldDeliveries(db: Db, now: Date) {
  const isOld = lt(deliveries.finishedAt, new Date(now.getTime() - RETENTION_MS))
  await db
    .delete(deliveries)
    .where(
      and(isOld, sql`not ${isReminder}`, sql`${deliveries.letter} is distinct from 'statement'`),
    )
  await db
    .delete(pushDevices)
    .where(sql`not exists (select 1 from ${sessions} s where s.sid = ${outer(pushDevices.sid)})`)
}
