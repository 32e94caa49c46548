import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { Banknote, CalendarClock, FileSpreadsheet, type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { CsvButton } from '../../screens/CsvButton.tsx'
import { Link } from '../../screens/Link.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { type RentalSearch, type RentalTab, useRentalSearch, useSetRentalSearch } from './search.ts'

type Tab = 'properties' | RentalTab

interface Main {
  readonly label: string
  readonly icon: LucideIcon
  readonly opens: NonNullable<RentalSearch['new']>
}

const rent: Main = { label: 'Record Rent', icon: Banknote, opens: 'rent' }

/** The main action of each tab. */
const mains: Readonly<Partial<Record<Tab, Main>>> = {
  properties: { label: 'Add Property', icon: Plus, opens: 'property' },
  tenants: { label: 'Add Tenant', icon: Plus, opens: 'tenant' },
  income: rent,
  expenses: { label: 'Add Expense', icon: Plus, opens: 'expense' },
}

/** The lists of the tabs as files, with the filter of the address. */
const tenantsFile = async (search: RentalSearch) => {
  const { tenantFilterOf, tenantsCsv } = await import('./tenants/api.ts')
  return tenantsCsv(await call(tenantRoutes.list, { query: tenantFilterOf(search) }))
}
const incomeFile = async (search: RentalSearch) => {
  const [{ entriesCsv }, { entryFilterOf }] = await Promise.all([
    import('./income/entries.ts'),
    import('./income/api.ts'),
  ])
  return entriesCsv(await call(rentalIncomeRoutes.list, { query: entryFilterOf(search) }))
}
const expensesFile = async (search: RentalSearch) => {
  const { expenseFilterOf, expensesCsv } = await import('./expenses/api.ts')
  return expensesCsv(await call(rentalExpenseRoutes.list, { query: expenseFilterOf(search) }))
}

function Open({ action, variant }: { action: Main; variant: 'default' | 'primary' }) {
  const setSearch = useSetRentalSearch()
  const Icon = action.icon
  return (
    <Button variant={variant} onClick={() => setSearch({ new: action.opens })}>
      <Icon aria-hidden />
      {action.label}
    </Button>
  )
}

/** The main action of a tab; none for the reports. */
export function MainAction({ tab }: { tab: Tab }) {
  const main = mains[tab]
  return main && <Open action={main} variant="primary" />
}

const ImportLink = ({ kind }: { kind: 'properties' | 'tenants' | 'income' | 'expenses' }) => (
  <Link href={paths.imports(kind)} className={buttonVariants()}>
    <FileSpreadsheet aria-hidden />
    Import CSV
  </Link>
)

/** The other actions of a tab, in one order on all of them; undefined where there are none. */
export function useOtherActions(tab: Tab): ReactNode {
  const search = useRentalSearch()
  const setSearch = useSetRentalSearch()
  if (tab === 'reports') return undefined
  return (
    <>
      {(tab === 'properties' || tab === 'tenants') && <Open action={rent} variant="default" />}
      {tab === 'expenses' && (
        <Button onClick={() => setSearch({ list: 'recurring' })}>
          <CalendarClock aria-hidden />
          Recurring
        </Button>
      )}
      {tab === 'tenants' && <CsvButton name="tenants.csv" make={() => tenantsFile(search)} />}
      {tab === 'income' && search.view === 'entries' && (
        <CsvButton name="rental-income.csv" make={() => incomeFile(search)} />
      )}
      {tab === 'expenses' && (
        <CsvButton name="rental-expenses.csv" make={() => expensesFile(search)} />
      )}
      <ImportLink kind={tab} />
    </>
  )
}
