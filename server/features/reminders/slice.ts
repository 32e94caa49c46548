import type { Slice } from '../../http/slice.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { reminderSettings } from '../../schema/reminders.ts'
import { queueAllReminders } from '../invoices/reminders.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [reminderSettings],
  everyHour: ({ db, now }) => inTransaction(db, (tx) => queueAllReminders(tx, now)),
}
