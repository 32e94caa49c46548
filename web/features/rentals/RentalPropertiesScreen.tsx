import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { holdingsTitle, useCompany } from '../../api/company.ts'
import { adminOnly, screen } from '../../screens/screen.ts'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { statsQuery, tenantCountQuery } from './api.ts'
import { MainAction, useOtherActions } from './RentalActions.tsx'
import { RentalFigures } from './RentalFigures.tsx'
import {
  noDialog,
  type RentalTab,
  rentalSearch,
  rentalTabs,
  useRentalSearch,
  useSetRentalSearch,
} from './search.ts'

const AddProperty = lazyPart(async () => ({
  default: (await import('./properties/PropertyForm.tsx')).AddProperty,
}))
const RecordPayment = lazyPart(async () => ({
  default: (await import('./income/RecordPayment.tsx')).RecordPayment,
}))

const panel = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPart(load, () => <RowsSkeleton count={5} />)

const panels: Readonly<Record<'properties' | RentalTab, ComponentType>> = {
  properties: panel(async () => ({
    default: (await import('./properties/PropertiesTab.tsx')).PropertiesTab,
  })),
  tenants: panel(async () => ({ default: (await import('./tenants/TenantsTab.tsx')).TenantsTab })),
  income: panel(async () => ({ default: (await import('./income/IncomeTab.tsx')).IncomeTab })),
  expenses: panel(async () => ({
    default: (await import('./expenses/ExpensesTab.tsx')).ExpensesTab,
  })),
  reports: panel(async () => ({ default: (await import('./reports/ReportsTab.tsx')).ReportsTab })),
}

export const Route = createFileRoute('/rental-properties')({
  ...screen({ title: ({ company }) => holdingsTitle(company), ...adminOnly }),
  component: RentalPropertiesScreen,
})

/** The rental portfolio: its figures and five tabs. */
function RentalPropertiesScreen() {
  const company = useCompany()
  const { tab, new: create } = useRentalSearch()
  const setSearch = useSetRentalSearch()
  const { data: stats } = useQuery(statsQuery)
  const tenants = useQuery(tenantCountQuery).data
  const shown = tab ?? 'properties'
  const Panel = panels[shown]

  return (
    <>
      <ScreenHeader
        title={holdingsTitle(company)}
        text="Rental Property Portfolio Management"
        more={useOtherActions(shown)}
      >
        <MainAction tab={shown} />
      </ScreenHeader>
      {/* Printed reports have their own figures. */}
      <div className={tab === 'reports' ? 'no-print' : undefined}>
        <RentalFigures />
      </div>
      <div className="sm:mt-6.5 sm:short:mt-2">
        <Tabs
          label="Rental portfolio"
          tabs={[
            { value: '', label: <Counted count={stats?.totalProperties}>Properties</Counted> },
            { value: 'tenants', label: <Counted count={tenants}>Tenants</Counted> },
            { value: 'income', label: 'Income' },
            { value: 'expenses', label: 'Expenses' },
            { value: 'reports', label: 'Reports' },
          ]}
          value={tab ?? ''}
          onChange={(value) => setSearch({ ...cleared, tab: parseTab(value) ?? '' })}
        >
          <Panel />
        </Tabs>
      </div>
      {create === 'property' && <AddProperty onClose={() => setSearch(noDialog)} />}
      {create === 'rent' && <RecordPayment onClose={() => setSearch(noDialog)} />}
    </>
  )
}

const parseTab = (value: string) => rentalTabs.find((known) => known === value)

/** Clears all search params, because each tab has its own filters. */
const cleared = Object.fromEntries(Object.keys(rentalSearch({})).map((name) => [name, '']))

function Counted({ count, children }: { count: number | undefined; children: string }) {
  return (
    <>
      {children}
      {count !== undefined && (
        <>
          {' '}
          <span className="figures ml-0.5 text-sm text-ink-3">{count.toLocaleString('en-US')}</span>
        </>
      )}
    </>
  )
}
