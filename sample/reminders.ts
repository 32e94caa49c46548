import { addDays } from '@plumbline/contract/dates.ts'
import { REMINDER_TIME } from '@plumbline/contract/reminders.ts'
import { defaultReminders } from '../server/access/company/reminderSettings.ts'
import type { deliveries } from '../server/schema/delivery.ts'
import type { invoiceHistory } from '../server/schema/invoices.ts'
import type { reminderSettings } from '../server/schema/reminders.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { invoiceRows } from './invoices.ts'
import { type JobKey, jobId } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import type { AdminKey, PersonId } from './people.ts'

const { steps, subject, text } = defaultReminders

/** The reminders, which an admin has switched on and left as they are. */
export function reminderSettingsRows(calendar: Calendar) {
  const at = calendar.at(-120, '11:20')
  const row = { isOn: true, steps, subject, text, createdAt: at, updatedAt: at }
  return [row satisfies typeof reminderSettings.$inferInsert]
}

/**
 * The reminders of the invoices of which something is owed: the job, the title of the invoice; the
 * steps that an admin has sent, each with the working day; the step that waits.
 */
const rows = parseTable(`
  siding | Final | thiel 3 -95, 14 -88, 30 -76
  bakery | Retainage | owner 3 -53, 14 -46, 30 -34
  basement | Progress, 30% | park 14 -18 | 30
  primaryBath | Final | park 3 -16 | 14
  hallBath | Deposit, 10% | park | -3
  porch | Deposit, 10% | park | -3
  addition | Footings, 20% | thiel | -3
`).map(([job = '', title = '', sent = '', next]) => ({
  job: job as JobKey,
  title,
  admin: sent.split(' ')[0] as AdminKey,
  sent: [...sent.matchAll(/(-?\d+) (-\d+)/g)].map(([, days, on]) => ({
    ...{ days: Number(days), on: Number(on) },
  })),
  next: next === undefined ? [] : [Number(next)],
}))

const SENT_AT = '09:40'

/** The rows with their invoices. */
const withInvoices = (calendar: Calendar) =>
  rows.map((row) => {
    const found = invoiceRows(calendar).find(
      ({ jobId: job, title, status }) =>
        job === jobId(row.job) && title === row.title && status === 'issued',
    )
    if (!found || !('dueOn' in found)) throw new Error(`No invoice ${row.title} of ${row.job}`)
    const { id, dueOn, updatedAt } = found
    return { ...row, id, dueOn, issuedAt: updatedAt }
  })

export const reminderRows = (calendar: Calendar) =>
  withInvoices(calendar).flatMap(({ id: invoiceId, dueOn, issuedAt, sent, next }) => {
    const reminder = (days: number) =>
      ({
        ...{ id: seededId(`reminder/${invoiceId}/${days}`), invoiceId, reminderDays: days },
        ...{ channel: 'email', letter: 'reminder', createdAt: issuedAt },
        dueAt: calendar.moment(addDays(dueOn, days), REMINDER_TIME),
      }) as const satisfies typeof deliveries.$inferInsert
    return [
      ...sent.map(({ days, on }) => ({
        ...reminder(days),
        ...{ state: 'sent' as const, finishedAt: calendar.at(on, SENT_AT) },
      })),
      ...next.map((days) => ({ ...reminder(days), state: 'waiting' as const, finishedAt: null })),
    ]
  })

/** The reminders that were sent, in the histories of their invoices. */
export const reminderEventRows = (calendar: Calendar, personId: PersonId) =>
  withInvoices(calendar).flatMap(({ id: invoiceId, admin, sent }) =>
    sent.map(
      ({ days, on }) =>
        ({
          ...{ id: seededId(`reminder event/${invoiceId}/${days}`), invoiceId, kind: 'reminded' },
          ...{ actorId: personId(admin), createdAt: calendar.at(on, SENT_AT) },
        }) satisfies typeof invoiceHistory.$inferInsert,
    ),
  )
