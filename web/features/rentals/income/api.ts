import {
  type RentalIncome,
  type RentalIncomeFilter,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { pagedQuery, query } from '../../../api/query.ts'
import { correctionOf } from '../Correction.tsx'

/** How many homes a page has. */
const PAGE = 50

/** The rent of every home across twelve months, page by page. */
export const gridPages = (from: string) =>
  pagedQuery(rentalIncomeRoutes.grid, { query: { from } }, PAGE)

/** The same as one list: a phone shows who is late first, whatever the address. */
export const wholeGrid = (from: string) => query(rentalIncomeRoutes.grid, { query: { from } })

/** The sums of those months. */
export const gridTotals = (from: string) =>
  query(rentalIncomeRoutes.gridTotals, { query: { from } })

/** One month of a home: who owes what, and what was received. */
export const rentMonthQuery = (id: string, month: string) =>
  query(rentalIncomeRoutes.rentMonth, { params: { id }, query: { month } })

type EntryFilter = Readonly<{
  [N in Exclude<keyof RentalIncomeFilter, 'limit' | 'after'>]?: RentalIncomeFilter[N] | undefined
}>

/** The entries of a filter, newest first, page by page. */
export const entryPages = (filter: EntryFilter) =>
  pagedQuery(rentalIncomeRoutes.list, { query: { ...filter } })

/** How many there are, and their sum. */
export const entryTotal = (filter: EntryFilter) =>
  query(rentalIncomeRoutes.total, { query: { ...filter } })

export const entryQuery = (id: string) => query(rentalIncomeRoutes.one, { params: { id } })

/** Whether an entry can be corrected; what was kept of a deposit is corrected with its return. */
export const isCorrectable = (entry: RentalIncome) =>
  !correctionOf(entry) && entry.depositReturnId === null
