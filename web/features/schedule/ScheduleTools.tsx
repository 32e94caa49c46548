import { addDays, formatSpan } from '@plumbline/contract/dates.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { JobPicker } from '../../pickers/JobPicker.tsx'
import { longDay } from '../../screens/days.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { Checkbox } from '../../ui/Choices.tsx'
import { Select } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { statusOptions, titleCase } from '../../ui/status.ts'
import { ToolLine } from '../../ui/ToolLine.tsx'
import { PeriodNav, PrintButton } from './PeriodNav.tsx'
import { filterStatuses, periodOf, type Search, type View, zooms } from './search.ts'

const AttentionPanel = lazyPart(() => import('./AttentionPanel.tsx'))

interface ToolsProps {
  view: View
  date: string
  search: Search
}

/** The tools that the views share: the navigation by period and the filters. */
export function ScheduleTools({ view, date, search }: ToolsProps) {
  const may = useMay()
  const setSearch = useSetSearch<Search>()
  const { first, last, step } = periodOf(view, date, search.zoom)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-4 pb-3 sm:px-7">
      {view !== 'list' && (
        <PeriodNav
          name={view === 'daily' ? longDay(date) : formatSpan(first, last)}
          unit={view === 'daily' ? 'day' : view === 'calendar' ? 'week' : 'period'}
          onGo={(steps) => setSearch({ date: addDays(date, steps * step) })}
          onToday={() => setSearch({ date: '' })}
        />
      )}
      {view === 'list' && <PrintButton />}
      {view === 'gantt' && (
        <div className="no-print flex items-center gap-3 max-sm:hidden">
          <Checkbox
            checked={search.group === 'job'}
            onChange={({ target }) => setSearch({ group: target.checked ? 'job' : '' })}
          >
            Group by job
          </Checkbox>
          {may('schedule.slack') && (
            <Checkbox
              checked={search.path !== 'off'}
              onChange={({ target }) => setSearch({ path: target.checked ? '' : 'off' })}
            >
              Critical path
              <i
                aria-hidden
                className="ml-2 inline-block h-3 w-5 rounded-[3px] border-[1.5px] border-ink align-middle"
              />
            </Checkbox>
          )}
          <span className="flex items-center gap-2 text-sm text-ink-2">
            Promised
            <i aria-hidden className="h-1 w-5 rounded-full bg-ink-3" />
          </span>
          <Segmented
            small
            label="Zoom"
            options={zooms.map((value) => ({ value, label: titleCase(value) }))}
            value={search.zoom ?? 'days'}
            onChange={(zoom) => setSearch({ zoom })}
          />
        </div>
      )}
      <ScheduleFilters search={search}>
        {may('schedule.attention') && <AttentionPanel isOpen={search.attention === '1'} />}
      </ScheduleFilters>
    </div>
  )
}

interface FiltersProps {
  search: Pick<Search, 'status' | 'jobId' | 'sub'>
  /** Before the filters. */
  children?: ReactNode
}

/** The filters by status, job and sub. The last one depends on what the person may see. */
export function ScheduleFilters({ search, children }: FiltersProps) {
  const setSearch = useSetSearch<Search>()
  const may = useMay()
  return (
    <ToolLine isAtEnd>
      {children}
      <Select
        aria-label="Status"
        options={[{ value: '', label: 'All statuses' }, ...statusOptions(filterStatuses)]}
        value={search.status ?? ''}
        onChange={({ target }) =>
          setSearch({ status: filterStatuses.find((known) => known === target.value) ?? '' })
        }
        className="w-32"
      />
      <div className="w-34">
        <JobPicker
          aria-label="Job"
          placeholder="All jobs"
          noneLabel="All jobs"
          value={search.jobId ?? null}
          onChange={(jobId) => setSearch({ jobId: jobId ?? '' })}
        />
      </div>
      {may('person.directory') && <SubFilter sub={search.sub} />}
      {may('schedule.own') && (
        <Select
          aria-label="Entries"
          options={[
            { value: '', label: 'My entries' },
            { value: 'all', label: 'All on my jobs' },
          ]}
          value={search.sub === 'all' ? 'all' : ''}
          onChange={({ target }) => setSearch({ sub: target.value })}
          className="w-32"
        />
      )}
    </ToolLine>
  )
}

function SubFilter({ sub }: { sub: string | undefined }) {
  const setSearch = useSetSearch<Search>()
  const { data = [] } = useQuery(query(subcontractorRoutes.list))
  const options = data.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }))
  return (
    <Select
      aria-label="Subcontractor"
      options={[{ value: '', label: 'All subs' }, ...options]}
      value={sub ?? ''}
      onChange={({ target }) => setSearch({ sub: target.value })}
      className="w-32"
    />
  )
}
