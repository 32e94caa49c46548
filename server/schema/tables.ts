import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./tables.ts'], { eager: true })

/** Every table with its export name, for tests that read all of them. */
export const tables = Object.values(files).flatMap((file) =>
  Object.entries(file).filter((entry): entry is [string, PgTable] => is(entry[1], PgTable)),
)

type Exports = typeof import('./audit.ts') &
  typeof import('./auth.ts') &
  typeof import('./backup.ts') &
  typeof import('./bids.ts') &
  typeof import('./calendar.ts') &
  typeof import('./cardPayments.ts') &
  typeof import('./changeOrders.ts') &
  typeof import('./counts.ts') &
  typeof import('./crew.ts') &
  typeof import('./customerMerges.ts') &
  typeof import('./customers.ts') &
  typeof import('./dashboard.ts') &
  typeof import('./delivery.ts') &
  typeof import('./files.ts') &
  typeof import('./idempotency.ts') &
  typeof import('./invoices.ts') &
  typeof import('./jobs.ts') &
  typeof import('./live.ts') &
  typeof import('./messages.ts') &
  typeof import('./notifications.ts') &
  typeof import('./payments.ts') &
  typeof import('./people.ts') &
  typeof import('./photos.ts') &
  typeof import('./pricing.ts') &
  typeof import('./proposals.ts') &
  typeof import('./quickBooks.ts') &
  typeof import('./reminders.ts') &
  typeof import('./rentals.ts') &
  typeof import('./savedViews.ts') &
  typeof import('./schedule.ts') &
  typeof import('./settings.ts') &
  typeof import('./subcontractors.ts') &
  typeof import('./tasks.ts') &
  typeof import('./templates.ts') &
  typeof import('./weeklyUpdates.ts')
/**
 * The types of the tables. A file not listed here is read all the same, but a test that refers to
 * its rows does not compile.
 */
export type Tables = {
  [T in keyof Exports as Exports[T] extends PgTable ? T : never]: Extract<Exports[T], PgTable>
}
