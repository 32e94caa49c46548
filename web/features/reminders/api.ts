import { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** When reminders are sent, and their words. */
export const reminderSettingsQuery = query(reminderRoutes.settings)

/** When the customer of an invoice is reminded next. */
export const invoiceRemindersQuery = (id: string) =>
  query(reminderRoutes.ofInvoice, { params: { id } })

/** The due reminders that somebody has to send, page by page. */
export const remindersToSend = pagedQuery(reminderRoutes.toSend, { query: { total: 'false' } }, 10)
