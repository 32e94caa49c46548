import { financeRoutes } from '@plumbline/contract/finance.ts'
import type { Serve } from '../http/serve.ts'
import * as queries from './queries.ts'

export function finance(serve: Serve) {
  serve(financeRoutes.receivables, { handle: ({ db }) => queries.receivables(db) })

  serve(financeRoutes.completions, {
    handle: ({ db, person, query }) => queries.completions(db, person, query.year),
  })
}
