import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { noteAddress } from '../../features/customers/queries.ts'
import { processingAmong } from '../../features/invoices/applied.ts'
import { plannedReminder } from '../../features/invoices/reminders.ts'
import { noteReminder, writeReminder } from '../../features/reminders/emails.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { attempt, type EmailSending } from './attempt.ts'
import { GIVEN_UP } from './customerEmail.ts'
import { type ReminderDelivery, updateDelivery } from './queries.ts'
import type { Outcome } from './sending.ts'

interface ReminderSending extends EmailSending {
  readonly files: FileStore
}

const dropped = { state: 'dropped', seen: [] } as const

/**
 * Sends a due reminder, as its invoice is now. It is dropped if nothing is owed, and postponed if
 * the next one is due later by now, or while a card payment is processing.
 */
export async function sendReminder(
  db: Db,
  { mail, settings, files, backoff }: ReminderSending,
  row: ReminderDelivery,
  now: Date,
): Promise<Outcome> {
  const { id, invoiceId } = row
  const { publicUrl, sessionSecret: secret } = settings
  const planned = await plannedReminder(db, invoiceId, now)
  if (!mail || !publicUrl || !planned) return dropped
  const { days, dueAt } = planned
  if (!planned.isDue) {
    await updateDelivery(db, id, { reminderDays: days })
    return { state: 'waiting', dueAt, attempts: 0, error: null }
  }
  // If the bank refuses, the customer is reminded after all.
  if ((await processingAmong(db, [invoiceId])).has(invoiceId))
    return { state: 'waiting', dueAt: new Date(now.getTime() + HOUR_MS) }
  const takesCards = settings.stripe !== undefined
  const writing = { files, publicUrl, secret, takesCards, now }
  const written = await writeReminder(db, writing, row, days)
  if (!written) return dropped
  // It was removed since the row was taken.
  if (written === 'noAddress')
    return { state: 'waiting', dueAt: new Date(now.getTime() + MINUTE_MS) }
  const { email, address } = written
  // It can have waited for long before it was first tried, from when on it is given two days.
  const createdAt = row.error === null ? now : row.createdAt
  const result = await attempt(mail, backoff, { ...row, createdAt }, email, now)
  await updateDelivery(db, id, { reminderDays: days, createdAt })
  if (result.state === 'waiting') return result
  await updateDelivery(db, id, { address })
  if (result.state === 'sent') {
    await noteAddress(db, address, null)
    await noteReminder(db, null, invoiceId, { kind: 'reminded', note: address })
    return { ...result, seen: [] }
  }
  const { error, refusal } = result
  if (refusal !== undefined) await noteAddress(db, address, now)
  const note = `Reminder to ${address}: ${refusal ?? GIVEN_UP}`
  await noteReminder(db, null, invoiceId, { kind: 'notDelivered', note })
  return { state: 'failed', error, seen: [] }
}
