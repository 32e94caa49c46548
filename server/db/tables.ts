import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

const files = import.meta.glob<Record<string, unknown>>('../*/table.ts', { eager: true })

/** Every table, with the name it is exported by; for tests that read all of them. */
export const tables = Object.values(files).flatMap((file) =>
  Object.entries(file).filter((entry): entry is [string, PgTable] => is(entry[1], PgTable)),
)

type Exports = typeof import('../audit/table.ts') &
  typeof import('../auth/table.ts') &
  typeof import('../backup/table.ts') &
  typeof import('../bids/table.ts') &
  typeof import('../calendar/table.ts') &
  typeof import('../counts/table.ts') &
  typeof import('../crew/table.ts') &
  typeof import('../dashboard/table.ts') &
  typeof import('../delivery/table.ts') &
  typeof import('../files/table.ts') &
  typeof import('../jobs/table.ts') &
  typeof import('../live/table.ts') &
  typeof import('../messages/table.ts') &
  typeof import('../notifications/table.ts') &
  typeof import('../people/table.ts') &
  typeof import('../photos/table.ts') &
  typeof import('../rentals/table.ts') &
  typeof import('../savedViews/table.ts') &
  typeof import('../schedule/table.ts') &
  typeof import('../settings/table.ts') &
  typeof import('../subcontractors/table.ts') &
  typeof import('../tasks/table.ts') &
  typeof import('../templates/table.ts') &
  typeof import('../weeklyUpdates/table.ts')
/** Their types. A slice that is not among them is read all the same; a test that names its rows does not compile. */
export type Tables = {
  [T in keyof Exports as Exports[T] extends PgTable ? T : never]: Extract<Exports[T], PgTable>
}
