import { addMonths } from '@plumbline/contract/months.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Building2 } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { CsvButton } from '../../../screens/CsvButton.tsx'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { gridPages, gridTotals } from './api.ts'
import { lookClasses } from './cellLooks.ts'
import { LateLine } from './GridRow.tsx'
import { firstOfTwelve, gridCsv, MONTHS_SHOWN, monthsFrom, spanOfMonths } from './grid.ts'
import { LateChips, Stepper, TypeFilter, ViewSwitch } from './IncomeTools.tsx'
import { RentGrid } from './RentGrid.tsx'
import type { ViewProps } from './views.ts'

/** The rent of every home for twelve months. */
export function GridView({ today, actions }: ViewProps) {
  const setSearch = useSetRentalSearch()
  const { months } = useRentalSearch()
  const current = today.slice(0, 7)
  const latest = firstOfTwelve(current, current)
  const from = months ?? latest
  const list = usePagedList(gridPages(from))
  const totals = useQuery(gridTotals(from))
  const go = (steps: number) => {
    const first = addMonths(from, steps * MONTHS_SHOWN)
    setSearch({ months: first === latest ? '' : first })
  }
  return (
    <section aria-label="Rent by month">
      <div className="mb-3 short:mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Stepper name={spanOfMonths(from)} unit="year" onGo={go} />
        <span className="flex-1" />
        {totals.data && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-lg:order-last">
            <LateChips totals={totals.data} />
          </div>
        )}
        <div className="no-print flex flex-wrap gap-2">
          <ViewSwitch />
          <TypeFilter />
          <CsvButton
            name={`rent-${from}.csv`}
            make={async () =>
              gridCsv(await call(rentalIncomeRoutes.grid, { query: { from } }), monthsFrom(from))
            }
          />
        </div>
      </div>
      <div
        className={cx(
          // Scroll padding keeps a focused cell out from under the sticky rows and column.
          'relative isolate max-h-[max(26rem,calc(100dvh-15rem))] scroll-pt-8 scroll-pb-12 scroll-pl-46 overflow-auto print:max-h-none print:overflow-visible',
          list.isPlaceholderData && 'opacity-60',
        )}
      >
        <QueryList
          list={list}
          noun="properties"
          skeleton={<RowsSkeleton count={8} />}
          empty={<NoProperties />}
        >
          {(rows) => (
            <RentGrid
              rows={rows}
              total={list.paging.total}
              months={rows[0]?.cells.map(({ month }) => month) ?? monthsFrom(from)}
              totals={totals.data}
              today={today}
              actions={actions}
            />
          )}
        </QueryList>
      </div>
      {list.data && list.data.length > 0 && <Legend />}
    </section>
  )
}

/** The empty state without any property. */
export function NoProperties() {
  const setSearch = useSetRentalSearch()
  return (
    <EmptyState
      icon={Building2}
      title="Add a property to see its rent here"
      action={<Button onClick={() => setSearch({ new: 'property' })}>Add Property</Button>}
    />
  )
}

const swatches = [
  { look: 'part', text: 'Part received', border: 'border-warn' },
  { look: 'missing', text: 'Not received, past due', border: 'border-bad' },
  { look: 'vacant', text: 'Vacant', border: 'border-line-strong' },
  { look: 'repair', text: 'In repair', border: 'border-line-strong' },
] as const

/** The legend of the cell styles and the keyboard shortcuts. */
function Legend() {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 py-3 text-sm text-ink-2">
      <span className="flex items-center gap-2">
        <i aria-hidden>
          <LateLine />
        </i>
        Received late
      </span>
      {swatches.map(({ look, text, border }) => (
        <span key={look} className="flex items-center gap-2">
          <i
            aria-hidden
            className={cx('h-3 w-5 rounded-[3px] border', border, lookClasses[look])}
          />
          {text}
        </span>
      ))}
      <span className="no-print ml-auto max-lg:hidden">
        Arrow keys move, Enter records, C corrects.
      </span>
    </div>
  )
}
