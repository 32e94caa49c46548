import { billingRoutes } from '@plumbline/contract/billing.ts'
import type { Serve } from '../../http/serve.ts'
import { listCompleted } from '../jobs/queries.ts'
import * as queries from './queries.ts'

export function routes(serve: Serve) {
  serve(billingRoutes.receivables, { handle: ({ db }) => queries.receivables(db) })

  serve(billingRoutes.completions, {
    handle: ({ db, query }) => queries.completions(db, query.year),
  })

  serve(billingRoutes.completedJobs, {
    handle: ({ db, person, query: { year, ...page } }) =>
      listCompleted(db, person, { from: `${year}-01-01`, to: `${year}-12-31`, ...page }),
  })
}
