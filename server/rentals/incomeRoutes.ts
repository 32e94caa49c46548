import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import type { Serve } from '../http/serve.ts'
import * as income from './income.ts'
import { recordIncome, reverseIncome } from './incomeService.ts'
import { rentGrid } from './rentGrid.ts'
import { rentGridTotals } from './rentGridTotals.ts'
import { findHome, rentMonth } from './rentMonth.ts'

/** The money received, and the rent of every property by month. */
export function incomeRoutes(serve: Serve) {
  serve(rentalIncomeRoutes.list, { handle: ({ db, query }) => income.listIncome(db, query) })

  serve(rentalIncomeRoutes.total, { handle: ({ db, query }) => income.totalIncome(db, query) })

  serve(rentalIncomeRoutes.one, {
    find: ({ db, params }) => income.findIncome(db, params.id),
    handle: async ({ subject }) => income.toIncome(subject),
  })

  serve(rentalIncomeRoutes.create, {
    handle: async ({ db, person, body }) =>
      income.toIncome(await recordIncome(db, person.id, body)),
  })

  serve(rentalIncomeRoutes.reverse, {
    find: ({ db, params }) => income.lockIncome(db, params.id),
    handle: async ({ db, person, subject, body, now }) =>
      income.toIncome(await reverseIncome(db, person.id, subject, body, now)),
  })

  serve(rentalIncomeRoutes.grid, {
    handle: ({ db, query, now }) => rentGrid(db, query, now),
  })

  serve(rentalIncomeRoutes.gridTotals, {
    handle: ({ db, query, now }) => rentGridTotals(db, query, now),
  })

  serve(rentalIncomeRoutes.rentMonth, {
    find: ({ db, params }) => findHome(db, params.id),
    handle: ({ db, subject, query }) => rentMonth(db, subject.id, query.month),
  })
}
