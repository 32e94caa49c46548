import type { Slice } from '../../http/slice.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { deleteOldEntries } from './queries.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [auditEntries, auditRepeats],
  everyHour: ({ db }) => deleteOldEntries(db),
}
