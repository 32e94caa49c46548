import { auditRoutes } from '@plumbline/contract/audit.ts'
import type { Serve } from '../../http/serve.ts'
import { listEntries } from './queries.ts'

/** The audit log, for admins. */
export function routes(serve: Serve) {
  serve(auditRoutes.list, { handle: ({ db, query }) => listEntries(db, query) })
}
