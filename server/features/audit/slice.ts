import type { Slice } from '../../http/slice.ts'
import { auditEntries } from '../../schema/audit.ts'
import { deleteOldEntries } from './queries.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [auditEntries],
  everyHour: ({ db }) => deleteOldEntries(db),
}
