import { billingRoutes } from '@plumbline/contract/billing.ts'
import type { Serve } from '../http/serve.ts'
import * as queries from './queries.ts'

export function billing(serve: Serve) {
  serve(billingRoutes.receivables, { handle: ({ db }) => queries.receivables(db) })

  serve(billingRoutes.completions, {
    handle: ({ db, person, query }) => queries.completions(db, person, query.year),
  })
}
