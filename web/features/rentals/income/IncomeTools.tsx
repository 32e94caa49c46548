import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  type IncomeKind,
  incomeKinds,
  type RentGridTotals,
} from '@plumbline/contract/rentalIncome.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { StatusMark } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'

const kindLabels: Readonly<Record<IncomeKind, string>> = {
  rent: 'Rent',
  deposit: 'Deposits',
  late_fee: 'Late fees',
  other: 'Other',
}

/** The filter by type of income. Choosing a type switches to the list of entries. */
export function TypeFilter() {
  const { kind, view } = useRentalSearch()
  const setSearch = useSetRentalSearch()
  const options = [
    { value: '', label: 'All types' },
    { value: 'income', label: 'All but deposits' },
    ...incomeKinds.map((value) => ({ value, label: kindLabels[value] })),
  ] as const
  return (
    <Select
      aria-label="Type"
      options={options}
      value={view === 'entries' ? (kind ?? '') : ''}
      onChange={({ target }) => {
        const chosen = options.find(({ value }) => value === target.value)?.value ?? ''
        setSearch({ view: 'entries', kind: chosen, incomeType: '' })
      }}
      className="w-34"
    />
  )
}

/** Switches between the rent grid and the list of entries. */
export function ViewSwitch() {
  const { view } = useRentalSearch()
  const setSearch = useSetRentalSearch()
  return (
    <Segmented
      label="View"
      options={[
        { value: 'months', label: 'Months' },
        { value: 'entries', label: 'Entries' },
      ]}
      value={view ?? 'months'}
      onChange={(chosen) =>
        setSearch({ ...noFilters, view: chosen === 'entries' ? 'entries' : '' })
      }
    />
  )
}

/** Search params that clear all filters of the entries. */
export const noFilters = {
  search: '',
  kind: '',
  incomeType: '',
  propertyId: '',
  tenantId: '',
  rentMonth: '',
  rentMonthTo: '',
  from: '',
  to: '',
} as const

interface StepperProps {
  name: string
  unit: 'year' | 'month'
  onGo: (steps: -1 | 1) => void
}

/** Buttons for the previous and next period around its name. */
export function Stepper({ name, unit, onGo }: StepperProps) {
  return (
    <div className="flex items-center gap-1.5">
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Previous ${unit}`}
        className="no-print"
        onClick={() => onGo(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <p className="figures text-md font-bold" aria-live="polite">
        {name}
      </p>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Next ${unit}`}
        className="no-print"
        onClick={() => onGo(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}

/** The late rent of the months shown. The linked report has its own sums, over all months. */
export function LateChips({ totals }: { totals: RentGridTotals }) {
  const { missing, part } = totals
  const chip = 'figures inline-flex items-center gap-1.5 text-sm'
  return (
    <>
      {missing.count > 0 && (
        <span className={`${chip} text-bad`}>
          <StatusMark mark="diamond" />
          {`${missing.count.toLocaleString('en-US')} late, ${formatDollars(missing.amount)}`}
        </span>
      )}
      {part.count > 0 && (
        <span className={`${chip} text-warn`}>
          <StatusMark mark="half" />
          {`${part.count.toLocaleString('en-US')} part, ${formatDollars(part.amount)} open`}
        </span>
      )}
      <Link
        href={paths.rentalProperties({ tab: 'reports', report: 'late-rents' })}
        className="action-link no-print text-sm"
      >
        Late Rents
      </Link>
    </>
  )
}
