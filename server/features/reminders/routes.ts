import { addDays } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { type InvoiceReminders, reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import {
  findReminderSettings,
  lockReminderSettings,
  updateReminderSettings,
} from '../../access/company/reminderSettings.ts'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireMatch } from '../../http/responses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sendsEmail } from '../../platform/mail/mail.ts'
import { findCustomer, readCustomer } from '../customers/queries.ts'
import { publishOf } from '../invoices/events.ts'
import { type FoundInvoice, findInvoice, lockInvoice } from '../invoices/queries.ts'
import { queueAllReminders, queueReminders } from '../invoices/reminders.ts'
import { noteReminder } from './emails.ts'
import * as queries from './queries.ts'
import { wordsOf } from './words.ts'

interface Circumstances {
  readonly now: Date
  readonly services: Services
}

/** The reminders of an invoice as the API returns them. */
async function remindersOf(
  db: Db,
  invoice: FoundInvoice,
  { now, services }: Circumstances,
): Promise<InvoiceReminders> {
  const { id, dueOn, customerId, remindersOff: off } = invoice
  const { isOn } = await findReminderSettings(db)
  const waiting = isOn ? await queries.findWaiting(db, id) : undefined
  const isSent = sendsEmail(services.settings) && waiting?.hasAddress
  return {
    isOn,
    off,
    customerOff: (await readCustomer(db, customerId)).remindersOff,
    nextOn: waiting && dueOn !== null ? addDays(dueOn, waiting.days) : null,
    isToSend:
      waiting !== undefined &&
      waiting.dueAt <= now &&
      !isSent &&
      (await queries.findOpenAmount(db, invoice)) > 0,
  }
}

/** The reminders of invoices: when and with which words they go, and those sent by hand. */
export function routes(serve: Serve) {
  serve(reminderRoutes.settings, { handle: ({ db }) => findReminderSettings(db) })

  serve(reminderRoutes.change, {
    handle: async ({ db, person, body, request, now, services, afterCommit }) => {
      const before = await lockReminderSettings(db)
      requireMatch(request.headers['if-match'], before)
      const fields = Object.keys(body)
      if (fields.length === 0) return before
      const after = await updateReminderSettings(db, body)
      if (body.isOn !== undefined || body.steps !== undefined) await queueAllReminders(db, now)
      const detail = { fields: fields.map((field) => `reminders.${field}`).join(', ') }
      await recordAudit(db, request, { action: 'settings.changed', detail })
      await publish(db, person.id, { name: 'settings.changed', subjectId: 'company' })
      afterCommit(async () => services.delivery.wake())
      return after
    },
  })

  serve(reminderRoutes.toSend, {
    handle: async ({ db, query, now, services }) => {
      const settings = await findReminderSettings(db)
      const circumstances = { now, emails: sendsEmail(services.settings) }
      return queries.listToSend(db, query, circumstances, ({ days, ...row }) => ({
        ...row,
        since: addDays(row.dueOn, days),
        ...wordsOf(settings, row),
      }))
    },
  })

  serve(reminderRoutes.ofInvoice, {
    find: ({ db, params }) => findInvoice(db, params.id),
    handle: ({ db, subject, now, services }) => remindersOf(db, subject, { now, services }),
  })

  serve(reminderRoutes.switchInvoice, {
    find: ({ db, params }) => lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      await queries.switchInvoice(db, subject.id, body.off)
      await queueReminders(db, [subject.id], now)
      await publishOf(db, person.id, 'invoice.changed', subject)
      afterCommit(async () => services.delivery.wake())
      return remindersOf(db, { ...subject, remindersOff: body.off }, { now, services })
    },
  })

  serve(reminderRoutes.switchCustomer, {
    find: ({ db, params }) => findCustomer(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      await queries.switchCustomer(db, subject.id, body.off)
      await queueReminders(db, await queries.issuedIds(db, subject.id), now)
      await publish(db, person.id, { name: 'customer.changed', subjectId: subject.id })
      afterCommit(async () => services.delivery.wake())
      return { off: body.off }
    },
  })

  serve(reminderRoutes.done, {
    find: ({ db, params }) => lockInvoice(db, params.id),
    handle: async ({ db, person, subject, now, services }) => {
      const emails = sendsEmail(services.settings)
      const id = await queries.lockToSend(db, subject.id, { now, emails })
      const isOpen = (await queries.findOpenAmount(db, subject)) > 0
      if (id === undefined || !isOpen) throw new Failure('noReminderDue')
      await queries.finishByHand(db, id, now)
      await noteReminder(db, person.id, subject.id, { kind: 'reminded', note: null })
      await queueReminders(db, [subject.id], now)
      return remindersOf(db, subject, { now, services })
    },
  })
}
