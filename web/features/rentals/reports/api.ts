import { daysInMonth } from '@plumbline/contract/months.ts'
import { PORTFOLIO } from '@plumbline/contract/rentalExpenses.ts'
import type { IncomeKind } from '@plumbline/contract/rentalIncome.ts'
import { rentalReportRoutes } from '@plumbline/contract/rentalReports.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { paths } from '../../../paths.ts'
import type { RentalSearch } from '../search.ts'

/** A year, for all properties or one. */
interface YearFilter {
  readonly year: string | undefined
  readonly propertyId: string | undefined
}

/** The year and property of a report, from the URL. */
export const yearFilterOf = ({ year, propertyId }: RentalSearch): YearFilter => ({
  year,
  propertyId: propertyId === PORTFOLIO ? undefined : propertyId,
})

/** The address of the property of a report, once it is loaded. */
export const useAddress = (propertyId: string | undefined) =>
  useQuery({
    ...query(rentalRoutes.one, { params: { id: propertyId ?? '' } }),
    enabled: propertyId !== undefined,
  }).data?.address

export const rentRollQuery = (on: string | undefined) =>
  query(rentalReportRoutes.rentRoll, { query: { on } })
export const incomeStatementQuery = ({ year, propertyId }: YearFilter) =>
  query(rentalReportRoutes.incomeStatement, { query: { year, propertyId } })
export const lateRentsQuery = query(rentalReportRoutes.lateRents)
export const endingLeasesQuery = query(rentalReportRoutes.endingLeases)
export const taxYearQuery = ({ year, propertyId }: YearFilter) =>
  query(rentalReportRoutes.taxYear, { query: { year, propertyId } })
export const netYieldQuery = query(rentalReportRoutes.netYield)

/** The first and last day that a figure covers, as `YYYY-MM-DD`. */
export interface Days {
  readonly from: string
  readonly to: string
}

export const daysOfYear = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` })
/** `month` is `YYYY-MM`. */
export const daysOfMonth = (month: string): Days => ({
  from: `${month}-01`,
  to: `${month}-${daysInMonth(month)}`,
})

/** The URL of the entries behind an income figure. Without a kind, all but deposits. */
export const incomeEntries = (
  days: Days,
  propertyId?: string,
  kind: IncomeKind | 'income' = 'income',
) => paths.rentalProperties({ tab: 'income', view: 'entries', kind, ...days, propertyId })

/** The URL of the entries of an income type other than deposits. */
export const typeEntries = (days: Days, propertyId: string | undefined, incomeType: string) =>
  paths.rentalProperties({
    ...{ tab: 'income', view: 'entries', kind: 'income', incomeType },
    ...{ ...days, propertyId },
  })

/** The URL of the entries behind an expense figure. Null selects those without a property. */
export const expenseEntries = (days: Days, propertyId?: string | null, category?: string) =>
  paths.rentalProperties({
    ...{ tab: 'expenses', ...days, category },
    propertyId: propertyId === null ? PORTFOLIO : propertyId,
  })

/** The URL of the rent entries of a property for a month (`YYYY-MM`). */
export const rentEntries = (rentMonth: string, propertyId: string) =>
  paths.rentalProperties({ tab: 'income', view: 'entries', kind: 'rent', rentMonth, propertyId })
