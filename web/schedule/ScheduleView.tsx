import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMay } from '../api/me.ts'
import { useSetSearch } from '../shell/screen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { RowsSkeleton } from '../ui/Loading.tsx'
import { DailyView } from './DailyView.tsx'
import { useDayOff } from './days.ts'
import { ListView } from './ListView.tsx'
import { isFiltered, lengthOf, periodOf, type Search, type View } from './search.ts'
import { CalendarView } from './week/CalendarView.tsx'

const Gantt = lazy(async () => ({ default: (await import('./gantt/Gantt.tsx')).Gantt }))

interface ViewProps {
  view: View
  date: string
  today: string
  search: Search
  entries: readonly PlanEntry[]
  onOpen: (id: string) => void
  onAdd: ((days?: { startDate: string; endDate: string }) => void) | undefined
}

/** The entries as one of the four views. */
export function ScheduleView({ view, date, today, search, entries, onOpen, onAdd }: ViewProps) {
  const may = useMay()
  const dayOff = useDayOff()
  const setSearch = useSetSearch<Search>()
  const onDay = (day: string) => setSearch({ view: 'daily', date: day })
  const shared = { entries, today, onOpen, openId: search.entry }
  if (view === 'daily') {
    const ofDay = entries.filter(({ startDate, endDate }) => startDate <= date && date <= endDate)
    return <DailyView {...shared} entries={ofDay} date={date} search={search} onDay={onDay} />
  }
  if (view === 'list')
    return entries.length > 0 ? <ListView {...shared} /> : <Empty search={search} onAdd={onAdd} />
  const period = periodOf(view, date, search.zoom)
  if (view === 'gantt')
    return (
      <Suspense fallback={<RowsSkeleton count={12} />}>
        <Gantt
          {...shared}
          first={period.first}
          days={lengthOf(period)}
          zoom={search.zoom ?? 'days'}
          byJob={search.group === 'job'}
          dayOff={dayOff}
          mayPlan={onAdd !== undefined}
          showPlanning={may('schedule.crewDetails')}
        />
      </Suspense>
    )
  return (
    <CalendarView
      {...shared}
      sunday={period.first}
      onDay={onDay}
      isUnfolded={search.weeks === '3'}
      onUnfold={(unfolded) => setSearch({ weeks: unfolded ? '3' : '' })}
      onAdd={onAdd}
    />
  )
}

function Empty({ search, onAdd }: Pick<ViewProps, 'search' | 'onAdd'>) {
  const setSearch = useSetSearch<Search>()
  return (
    <div className="px-4 sm:px-7">
      {isFiltered(search) ? (
        <EmptyState
          icon={CalendarRange}
          title="No schedule entries match your filters"
          action={
            <Button onClick={() => setSearch({ status: '', jobId: '', sub: '' })}>
              Clear filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={CalendarRange}
          title="Nothing is planned yet"
          {...(onAdd && {
            text: 'Add the first step of a job',
            action: <Button onClick={() => onAdd()}>Add Schedule Item</Button>,
          })}
        />
      )}
    </div>
  )
}
