import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import type { Serve } from '../../http/serve.ts'
import { findCustomer } from '../customers/queries.ts'
import { listCompleted } from '../jobs/queries.ts'
import { agedInvoices, ageingOn } from './ageing.ts'
import * as queries from './queries.ts'

export function routes(serve: Serve) {
  serve(billingRoutes.receivables, { handle: ({ db }) => queries.receivables(db) })

  serve(ageingRoutes.all, {
    handle: ({ db, query, now }) => ageingOn(db, query.asOf, now),
  })

  serve(ageingRoutes.ofCustomer, {
    find: ({ db, params }) => findCustomer(db, params.id),
    handle: ({ db, subject, query, now }) => agedInvoices(db, subject.id, query.asOf, now),
  })

  serve(billingRoutes.completions, {
    handle: ({ db, query }) => queries.completions(db, query.year),
  })

  serve(billingRoutes.completedJobs, {
    handle: ({ db, person, query: { year, ...page } }) =>
      listCompleted(db, person, { from: `${year}-01-01`, to: `${year}-12-31`, ...page }),
  })
}
