import {
  type RentalIncome,
  type RentalIncomeFilter,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { pagedQuery, query } from '../../../api/query.ts'
import { correctionOf } from '../Correction.tsx'
import { propertyIdOf, type RentalSearch } from '../search.ts'

const HOMES_PER_PAGE = 50

/** The rent of every home for twelve months, paginated. */
export const gridPages = (from: string) =>
  pagedQuery(rentalIncomeRoutes.grid, { query: { from } }, HOMES_PER_PAGE)

/** The same as one list, because a phone sorts all homes by lateness. */
export const wholeGrid = (from: string) => query(rentalIncomeRoutes.grid, { query: { from } })

/** The sums of those months over all homes. */
export const gridTotals = (from: string) =>
  query(rentalIncomeRoutes.gridTotals, { query: { from } })

/** One month of a home: the leases with the rent owed, and the entries received. */
export const rentMonthQuery = (id: string, month: string) =>
  query(rentalIncomeRoutes.rentMonth, { params: { id }, query: { month } })

type EntryFilter = Readonly<{
  [N in Exclude<keyof RentalIncomeFilter, 'limit' | 'after'>]?: RentalIncomeFilter[N] | undefined
}>

/** The filtered entries, newest first, paginated. */
export const entryPages = (filter: EntryFilter) =>
  pagedQuery(rentalIncomeRoutes.list, { query: { ...filter } })

/** The number and the sum of the filtered entries. */
export const entryTotal = (filter: EntryFilter) =>
  query(rentalIncomeRoutes.total, { query: { ...filter } })

export const entryQuery = (id: string) => query(rentalIncomeRoutes.one, { params: { id } })

/** Whether an entry can be corrected. Deposit deductions are corrected with the return. */
export const isCorrectable = (entry: RentalIncome) =>
  !correctionOf(entry) && entry.depositReturnId === null

/** The filter of the entries from the URL. */
export function entryFilterOf(search: RentalSearch) {
  const { kind, incomeType, tenantId, rentMonth, rentMonthTo, from, to } = search
  const months = { rentMonth, rentMonthTo }
  const propertyId = propertyIdOf(search)
  return { search: search.search, kind, incomeType, propertyId, tenantId, ...months, from, to }
}
