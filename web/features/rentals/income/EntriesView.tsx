import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Banknote, X } from 'lucide-react'
import { query } from '../../../api/query.ts'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { SearchBox } from '../../../screens/SearchBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, Panel } from '../../../ui/Card.tsx'
import { plural } from '../../../ui/format.ts'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { ToolLine } from '../../../ui/ToolLine.tsx'
import { DayRange } from '../DayRange.tsx'
import { PropertyPicker } from '../PropertyPicker.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { entryFilterOf, entryPages, entryTotal } from './api.ts'
import { EntryRow } from './EntryRow.tsx'
import { noFilters, TypeFilter, ViewSwitch } from './IncomeTools.tsx'
import type { ViewProps } from './views.ts'

/** The list of payments received, newest first, with their sum. */
export function EntriesView({ actions }: ViewProps) {
  const setSearch = useSetRentalSearch()
  const filter = entryFilterOf(useRentalSearch())
  const list = usePagedList(entryPages(filter))
  const total = useQuery({ ...entryTotal(filter), placeholderData: keepPreviousData })
  const isFiltered = Object.values(filter).some(Boolean)
  const clear = <Button onClick={() => setSearch(noFilters)}>Clear filters</Button>
  return (
    <section aria-label="Entries">
      <ToolLine>
        <SearchBox
          label="Search entries"
          placeholder="Search entries"
          value={filter.search}
          className="w-46"
        />
        <div className="w-46">
          <PropertyPicker
            aria-label="Property"
            placeholder="All properties"
            value={filter.propertyId ?? null}
            onChange={(id) => setSearch({ propertyId: id ?? '', tenantId: '' })}
          />
        </div>
        <DayRange from={filter.from} to={filter.to} />
        <TypeFilter />
        <span className="flex-1" />
        <ViewSwitch />
      </ToolLine>
      <div className="@container mb-2 flex flex-wrap items-center gap-2 sm:mb-3">
        <p className="figures mr-auto" aria-live="polite">
          {total.data && (
            <>
              {plural(total.data.count, 'entry', 'entries')},{' '}
              <b>{formatDollars(total.data.amount)}</b>
            </>
          )}
        </p>
        <NarrowedBy filter={filter} />
        {isFiltered && clear}
      </div>
      <QueryList
        list={list}
        noun="entries"
        skeleton={<RowsSkeleton count={6} />}
        empty={
          <EmptyState
            icon={Banknote}
            title="No income yet"
            text="Rent, deposits and other payments appear here"
          />
        }
        noMatch={
          isFiltered && (
            <EmptyState icon={Banknote} title="No entries for these filters" action={clear} />
          )
        }
      >
        {(entries, isBusy) => (
          <Panel className={cx(isBusy && 'opacity-60')}>
            <ul>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} onCorrect={actions.onCorrect} />
              ))}
            </ul>
          </Panel>
        )}
      </QueryList>
    </section>
  )
}

/** Removable chips for the filters that have no control of their own. */
function NarrowedBy({ filter }: { filter: ReturnType<typeof entryFilterOf> }) {
  const setSearch = useSetRentalSearch()
  const { tenantId, incomeType, rentMonth, rentMonthTo } = filter
  const tenant = useQuery({
    ...query(tenantRoutes.one, { params: { id: tenantId ?? '' } }),
    enabled: tenantId !== undefined,
  })
  const name = tenant.data ? `${tenant.data.firstName} ${tenant.data.lastName}` : 'One tenant'
  return (
    <>
      {incomeType && <Chip text={incomeType} onRemove={() => setSearch({ incomeType: '' })} />}
      {tenantId && <Chip text={name} onRemove={() => setSearch({ tenantId: '' })} />}
      {rentMonth && (
        <Chip
          text={`For ${formatMonth(rentMonth)}${rentMonthTo ? ` – ${formatMonth(rentMonthTo)}` : ''}`}
          onRemove={() => setSearch({ rentMonth: '', rentMonthTo: '' })}
        />
      )}
    </>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Button size="sm" aria-label={`Remove the filter ${text}`} onClick={onRemove}>
      {text}
      <X aria-hidden className="no-print" />
    </Button>
  )
}
