import { isId } from '@plumbline/contract/text.ts'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { day, id, oneOf, overlay, searchParams, text, useSetSearch } from '../../screens/screen.ts'

export const rentalTabs = ['tenants', 'income', 'expenses', 'reports'] as const
export type RentalTab = (typeof rentalTabs)[number]

const matching = (form: RegExp) => (value: unknown) =>
  typeof value === 'string' && form.test(value) ? value : undefined

const parsed = searchParams({
  /** Absent on the properties tab. */
  tab: oneOf(...rentalTabs),
  search: text,
  /** Absent for the tab's default statuses, or `all` for tenants of any status. */
  status: oneOf('occupied', 'vacant', 'maintenance', 'active', 'former', 'all'),
  archived: oneOf('true'),
  new: overlay(oneOf('property', 'tenant', 'rent', 'expense', 'recurring')),
  /** The list that is open over the expenses. */
  list: overlay(oneOf('recurring')),
  /** Initial values of the dialog in `new`. Cleared with the dialog, unlike the filters below. */
  forProperty: id,
  forTenant: id,
  forJob: id,
  forKind: oneOf('deposit'),
  forAmount: matching(/^\d{1,8}\.\d\d$/),
  /** A property id, or `portfolio` for expenses without a property. */
  propertyId: (value: unknown) =>
    typeof value === 'string' && (value === 'portfolio' || isId(value)) ? value : undefined,
  tenantId: id,
  jobId: id,
  kind: oneOf('rent', 'deposit', 'late_fee', 'other', 'income'),
  category: text,
  incomeType: text,
  from: day,
  to: day,
  /** The first of the twelve months in the rent grid, `YYYY-MM`. */
  months: matching(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/),
  /** Shows the income as a list of entries instead of the grid. */
  view: oneOf('entries'),
  /** The rent month of the entries, `YYYY-MM`, or the first month if `rentMonthTo` is set. */
  rentMonth: matching(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/),
  rentMonthTo: matching(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/),
  report: oneOf('income-statement', 'late-rents', 'ending-leases', 'tax-year', 'net-yield'),
  year: matching(/^(19|2\d)\d\d$/),
  on: day,
})
export type RentalSearch = ReturnType<typeof parsed>

/** The dialog that `new=1` opens on each tab. */
const formOf: Readonly<Record<RentalTab, RentalSearch['new']>> = {
  tenants: 'tenant',
  income: 'rent',
  expenses: 'expense',
  reports: undefined,
}

/** The search params of the rental screen: the tab, and the filters and dialogs of each. */
export function rentalSearch(raw: Record<string, unknown>): RentalSearch {
  const search = parsed(raw)
  if (raw.new !== '1') return search
  return { ...search, new: search.tab ? formOf[search.tab] : 'property' }
}

/** The property id of the filter. `portfolio` only applies to expenses and gives undefined. */
export const propertyIdOf = ({ propertyId }: RentalSearch) =>
  propertyId === 'portfolio' ? undefined : propertyId

/** Search params that close the dialog and clear its initial values. */
export const noDialog = {
  new: '',
  forProperty: '',
  forTenant: '',
  forJob: '',
  forKind: '',
  forAmount: '',
} as const

/**
 * The search params of the rental screen. They are parsed here and not in the route definition,
 * because route definitions are part of the initial bundle.
 */
export function useRentalSearch(): RentalSearch {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => rentalSearch(raw), [raw])
}

/** Changes search params of the rental screen. */
export const useSetRentalSearch = () => useSetSearch<RentalSearch>()
