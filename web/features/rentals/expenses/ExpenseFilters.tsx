import { PORTFOLIO } from '@plumbline/contract/rentalExpenses.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { jobQuery } from '../../../api/jobs.ts'
import { SearchBox } from '../../../screens/SearchBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ToolLine } from '../../../ui/ToolLine.tsx'
import { DayRange } from '../DayRange.tsx'
import { PropertyPicker } from '../PropertyPicker.tsx'
import { type RentalSearch, useSetRentalSearch } from '../search.ts'
import { categories, WHOLE_PORTFOLIO } from './api.ts'

/** The filters of the expenses, all stored in the URL. */
export function ExpenseFilters({ search }: { search: RentalSearch }) {
  const setSearch = useSetRentalSearch()
  const { propertyId, category, from, to, jobId } = search
  const isCustomCategory = category !== undefined && !categories.some((known) => known === category)
  return (
    <ToolLine>
      <SearchBox
        label="Search expenses"
        placeholder="Search by vendor or description"
        value={search.search}
        className="min-w-52 flex-1 lg:min-w-64"
      />
      <div className="w-44">
        <PropertyPicker
          aria-label="Property"
          placeholder="All properties"
          noneLabel={WHOLE_PORTFOLIO}
          noneValue={PORTFOLIO}
          value={propertyId ?? null}
          onChange={(id) => setSearch({ propertyId: id ?? '' })}
        />
      </div>
      <Select
        aria-label="Category"
        options={[
          { value: '', label: 'All categories' },
          ...[...categories, ...(isCustomCategory ? [category] : [])].map((one) => ({
            value: one,
            label: one,
          })),
        ]}
        value={category ?? ''}
        onChange={(event) => setSearch({ category: event.target.value })}
        className="w-44"
      />
      <DayRange from={from} to={to} />
      {jobId && <JobChip jobId={jobId} onRemove={() => setSearch({ jobId: '' })} />}
    </ToolLine>
  )
}

/** The job filter, which only a link can set. */
function JobChip({ jobId, onRemove }: { jobId: string; onRemove: () => void }) {
  const { data: job } = useQuery(jobQuery(jobId))
  const label = `Job: ${job?.name ?? '…'}`
  return (
    <Button aria-label={`${label}, show all`} onClick={onRemove} className="max-w-full">
      <span className="truncate">{label}</span>
      <X aria-hidden />
    </Button>
  )
}
