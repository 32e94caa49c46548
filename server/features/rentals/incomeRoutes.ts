import { addMonths } from '@plumbline/contract/months.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { companyDays } from '../../access/company/service.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import * as income from './income.ts'
import { recordIncome, reverseIncome } from './incomeService.ts'
import { findProperty } from './properties.ts'
import { rentGrid } from './rentGrid.ts'
import { rentGridTotals } from './rentGridTotals.ts'
import { rentMonth } from './rentMonth.ts'

const thisMonth = async (db: Db, now: Date) => (await companyDays(db, now)).today.slice(0, 7)
/** The first of the twelve months that end with this one. */
const firstMonth = async (db: Db, now: Date) => addMonths(await thisMonth(db, now), -11)

/** The routes for received money and the rent of every property by month. */
export function incomeRoutes(serve: Serve) {
  serve(rentalIncomeRoutes.list, { handle: ({ db, query }) => income.listIncome(db, query) })

  serve(rentalIncomeRoutes.total, { handle: ({ db, query }) => income.totalIncome(db, query) })

  serve(rentalIncomeRoutes.one, {
    find: ({ db, params }) => income.findIncome(db, params.id),
    handle: async ({ subject }) => income.toIncome(subject),
  })

  serve(rentalIncomeRoutes.create, {
    handle: async ({ db, person, body, now }) =>
      income.toIncome(await recordIncome(db, person.id, body, now)),
  })

  serve(rentalIncomeRoutes.reverse, {
    find: ({ db, params }) => income.lockIncome(db, params.id),
    handle: async ({ db, person, subject, body, now }) =>
      income.toIncome(await reverseIncome(db, person.id, subject, body, now)),
  })

  serve(rentalIncomeRoutes.grid, {
    handle: async ({ db, query, now }) =>
      rentGrid(db, { ...query, from: query.from ?? (await firstMonth(db, now)) }, now),
  })

  serve(rentalIncomeRoutes.gridTotals, {
    handle: async ({ db, query, now }) =>
      rentGridTotals(db, { ...query, from: query.from ?? (await firstMonth(db, now)) }, now),
  })

  serve(rentalIncomeRoutes.rentMonth, {
    find: ({ db, params, now }) => findProperty(db, params.id, now),
    handle: async ({ db, subject, query, now }) =>
      rentMonth(db, subject.id, query.month ?? (await thisMonth(db, now))),
  })
}
