import {
  lastReminderDay,
  nextReminder,
  REMINDER_TIME,
  type ReminderStep,
} from '@plumbline/contract/reminders.ts'
import { type SQL, sql } from 'drizzle-orm'
import { findCompany } from '../../access/company/queries.ts'
import { findReminderSettings } from '../../access/company/reminderSettings.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { momentOf } from '../../platform/moments.ts'
import { customers } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { paidSql } from './applied.ts'
import { owedSql } from './list.ts'

/** The reminder of an invoice that waits to be sent, and the facts that decide which one should. */
interface Facts {
  readonly id: string
  readonly dueOn: string
  readonly issuedOn: string
  /** Whether something of it is owed, and reminders are on for it and its customer. */
  readonly isOpen: boolean
  /** When the last reminder was sent or dropped. Milliseconds since 1970, as below. */
  readonly doneAt: number | null
  readonly doneDays: number | null
  readonly waitingId: string | null
  readonly waitingDays: number | null
  readonly waitingDueAt: number | null
  readonly wasTried: boolean
  readonly [key: string]: unknown
}

const isOpen = sql`(${owedSql(paidSql)} > 0
  and not ${invoices.remindersOff} and not ${customers.remindersOff})`
const isWaiting = sql`w.letter = 'reminder' and w.state = 'waiting'`
const idsOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

/** A moment in milliseconds since 1970. */
const inMs = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`

async function findFacts(db: Db, where: SQL): Promise<Facts[]> {
  const { rows } = await db.execute<Facts>(sql`
    select ${invoices.id}, ${invoices.dueOn}::text as "dueOn", ${invoices.issuedOn}::text as "issuedOn",
      ${isOpen} as "isOpen",
      ${inMs(sql`done.finished_at`)} as "doneAt", done.reminder_days as "doneDays",
      w.attempts > 0 or w.error is not null as "wasTried", w.id as "waitingId",
      w.reminder_days as "waitingDays", ${inMs(sql`w.due_at`)} as "waitingDueAt"
    from ${invoices} join ${customers} on ${customers.id} = ${invoices.customerId}
      left join ${deliveries} w on w.invoice_id = ${invoices.id} and ${isWaiting}
      left join lateral (select d.finished_at, d.reminder_days from ${deliveries} d
        where d.invoice_id = ${invoices.id} and d.letter = 'reminder' and d.finished_at is not null
        order by d.finished_at desc limit 1) done on true
    where ${invoices.status} <> 'draft' and ${where}`)
  return rows
}

/** The clock and the steps by which reminders are planned. */
interface Planning {
  readonly steps: readonly number[]
  readonly timeZone: string
  readonly now: Date
  /** The last day on which reminders were due by now. */
  readonly reached: string
  /** 9:00 on a day. */
  readonly momentOn: (day: string) => Date
}

/** The steps of the company; undefined as long as no reminders are sent. */
async function planningAt(db: Db, now: Date): Promise<Planning | undefined> {
  const company = await findCompany(db)
  const { isOn, steps } = await findReminderSettings(db)
  if (!company || !isOn) return undefined
  const { timeZone } = company
  const moments = new Map<string, Date>()
  const momentOn = (day: string) => {
    const known = moments.get(day) ?? momentOf(day, REMINDER_TIME, timeZone)
    moments.set(day, known)
    return known
  }
  return { steps, timeZone, now, reached: lastReminderDay(timeZone, now), momentOn }
}

type Dated = Pick<Facts, 'dueOn' | 'issuedOn' | 'doneAt' | 'doneDays'>

function stepOf({ steps, timeZone, reached }: Planning, { doneAt, ...invoice }: Dated) {
  const doneOn = doneAt === null ? null : lastReminderDay(timeZone, new Date(doneAt))
  return nextReminder(steps, { ...invoice, doneOn }, reached)
}

/** When a reminder is due: at 9:00 on its day, or now if that has passed. */
function dueAtOf({ now, momentOn }: Planning, { day }: ReminderStep): Date {
  const at = momentOn(day)
  return at > now ? at : now
}

/** The next reminder of an invoice, and whether it is due. */
export interface PlannedReminder extends ReminderStep {
  readonly dueAt: Date
  readonly isDue: boolean
}

/** The next reminder of an invoice as of now; undefined for none. */
export async function plannedReminder(
  db: Db,
  invoiceId: string,
  now: Date,
): Promise<PlannedReminder | undefined> {
  const planning = await planningAt(db, now)
  const [facts] = planning ? await findFacts(db, sql`${invoices.id} = ${invoiceId}`) : []
  const step = planning && facts?.isOpen ? stepOf(planning, facts) : undefined
  if (!planning || !step) return undefined
  const dueAt = dueAtOf(planning, step)
  return { ...step, dueAt, isDue: dueAt <= now }
}

/** A reminder to be queued, and the row that it replaces. */
interface Change {
  readonly invoiceId: string
  readonly waitingId: string | null
  readonly step: ReminderStep | undefined
}

/** The change of what waits for an invoice; undefined if that is right already. */
function changeOf(planning: Planning | undefined, facts: Facts): Change | undefined {
  const { id: invoiceId, waitingId, waitingDays, waitingDueAt, wasTried } = facts
  const step = planning && facts.isOpen ? stepOf(planning, facts) : undefined
  if (!step) return waitingId === null ? undefined : { invoiceId, waitingId, step }
  if (planning && waitingDays === step.days) {
    const dueAt = dueAtOf(planning, step)
    const { now } = planning
    const isWaitingDue = waitingDueAt !== null && waitingDueAt <= now.getTime()
    // One that was tried already has a later moment.
    if (dueAt <= now && (isWaitingDue || wasTried)) return undefined
    if (dueAt.getTime() === waitingDueAt) return undefined
  }
  return { invoiceId, waitingId, step }
}

async function applyChanges(db: Db, planning: Planning | undefined, changes: readonly Change[]) {
  const dropped = changes.flatMap(({ step, waitingId }) => (step ? [] : (waitingId ?? [])))
  if (dropped.length > 0)
    await db.execute(sql`delete from ${deliveries} where id = ${idsOf(dropped)}`)
  const queued = changes.flatMap(({ invoiceId, waitingId, step }) =>
    planning && step
      ? [{ invoiceId, waitingId, days: step.days, dueAt: dueAtOf(planning, step) }]
      : [],
  )
  const moved = queued.filter(({ waitingId }) => waitingId !== null)
  if (moved.length > 0)
    await db.execute(sql`
      update ${deliveries} d set reminder_days = m.days, due_at = m."dueAt", attempts = 0, error = null
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m("waitingId" uuid, days int, "dueAt" timestamptz)
      where d.id = m."waitingId"`)
  const added = queued.filter(({ waitingId }) => waitingId === null)
  if (added.length > 0) await insertReminders(db, added)
}

interface NewReminder {
  readonly invoiceId: string
  readonly days: number
  readonly dueAt: Date
}

/** Queues reminders, except where one waits. In a fixed order, so that no two of these block. */
async function insertReminders(db: Db, reminders: readonly NewReminder[]) {
  const rows = reminders.map((row) => ({ ...row, id: newId() }))
  await db.execute(sql`
    insert into ${deliveries} (id, channel, letter, invoice_id, reminder_days, due_at)
    select id, 'email', 'reminder', "invoiceId", days, "dueAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      n(id uuid, "invoiceId" uuid, days int, "dueAt" timestamptz)
    order by "invoiceId" on conflict do nothing`)
}

/**
 * Queues the next reminders of invoices whose due day, state, payments or switches have changed, in
 * place of those that wait. A reminder that is being sent is left alone: what sends it queues the
 * next one. So nothing here waits for the sending of an email.
 * @param wait whether to wait for writes of the invoices, which otherwise queue them on their own
 */
export async function queueReminders(
  db: Db,
  ids: readonly string[],
  now: Date,
  { wait = false } = {},
): Promise<void> {
  const planning = await planningAt(db, now)
  if (!planning || ids.length === 0) return
  await queueLocked(db, planning, ids, { wait })
}

async function queueLocked(
  db: Db,
  planning: Planning | undefined,
  ids: readonly string[],
  { wait = false } = {},
) {
  const lock = sql.raw(wait ? 'for key share' : 'for key share skip locked')
  const { rows: found } = await db.execute<{ id: string }>(
    sql`select id from ${invoices} where id = ${idsOf(ids)} order by id ${lock}`,
  )
  const held = found.map(({ id }) => id)
  const { rows: waiting } = await db.execute<{ id: string }>(sql`
    select w.id from ${deliveries} w where w.invoice_id = ${idsOf(held)} and ${isWaiting}
    for update skip locked`)
  const free = new Set<string | null>([null, ...waiting.map(({ id }) => id)])
  const facts = await findFacts(db, sql`${invoices.id} = ${idsOf(held)}`)
  const changes = facts
    .filter(({ waitingId }) => free.has(waitingId))
    .flatMap((one) => changeOf(planning, one) ?? [])
  await applyChanges(db, planning, changes)
}

/**
 * Queues the next reminders of all open invoices, in place of those that wait: after a change of
 * the steps or of the time zone, and for what no write of an invoice has noticed.
 */
export async function queueAllReminders(db: Db, now: Date): Promise<void> {
  const planning = await planningAt(db, now)
  const facts = await findFacts(
    db,
    planning ? sql`(${isOpen} or w.id is not null)` : sql`w.id is not null`,
  )
  const ids = facts.filter((one) => changeOf(planning, one) !== undefined).map(({ id }) => id)
  if (ids.length > 0) await queueLocked(db, planning, ids)
}

/** An invoice that is being issued. */
interface Issued {
  readonly id: string
  readonly kind: string
  readonly total: number
  readonly remindersOff: boolean
  readonly customerRemindersOff: boolean
  readonly issuedOn: string
  readonly dueOn: string
}

/** Queues the first reminder of an invoice that the transaction issues. */
export async function queueFirstReminder(
  db: Db,
  { id: invoiceId, kind, total, issuedOn, dueOn, ...invoice }: Issued,
  now: Date,
): Promise<void> {
  const planning = await planningAt(db, now)
  const isOff = invoice.remindersOff || invoice.customerRemindersOff
  if (!planning || kind !== 'invoice' || total <= 0 || isOff) return
  const step = stepOf(planning, { dueOn, issuedOn, doneAt: null, doneDays: null })
  if (!step) return
  await insertReminders(db, [{ invoiceId, days: step.days, dueAt: dueAtOf(planning, step) }])
}
