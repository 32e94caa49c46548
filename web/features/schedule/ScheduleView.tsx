import { entryReaders, reads } from '@plumbline/contract/readers.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useMemo } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { useDayOff } from '../../screens/days.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { DailyView } from './DailyView.tsx'
import { isFiltered, lengthOf, type Period, periodOf, type Search, type View } from './search.ts'
import { useWeatherDays } from './useWorkdays.ts'
import { CalendarView } from './week/CalendarView.tsx'

const ListView = lazyPart(
  () => import('./ListView.tsx'),
  () => <RowsSkeleton count={12} />,
)
const Gantt = lazyPart(
  async () => ({ default: (await import('./gantt/Gantt.tsx')).Gantt }),
  () => <RowsSkeleton count={12} />,
)

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
  const setSearch = useSetSearch<Search>()
  const may = useMay()
  const wetDays = useWeatherDays(date)
  const onWeather = may('schedule.update')
    ? (day: string) => setSearch({ weather: day })
    : undefined
  const onDay = (day: string) => setSearch({ view: 'daily', date: day })
  const shared = { entries, today, onOpen, openId: search.entry }
  if (view === 'daily') {
    return (
      <DailyView
        {...shared}
        date={date}
        search={search}
        onDay={onDay}
        isWet={wetDays.has(date)}
        onWeather={onWeather && (() => onWeather(date))}
      />
    )
  }
  if (view === 'list')
    return entries.length > 0 ? <ListView {...shared} /> : <Empty search={search} onAdd={onAdd} />
  const period = periodOf(view, date, search.zoom)
  if (view === 'gantt')
    return <GanttView {...shared} period={period} search={search} mayPlan={onAdd !== undefined} />
  return (
    <CalendarView
      {...shared}
      sunday={period.first}
      onDay={onDay}
      isUnfolded={search.weeks === '3'}
      onUnfold={(unfolded) => setSearch({ weeks: unfolded ? '3' : '' })}
      onAdd={onAdd}
      wetDays={wetDays}
      onWeather={onWeather}
    />
  )
}

interface GanttViewProps {
  entries: readonly PlanEntry[]
  period: Period
  today: string
  search: Search
  openId: string | undefined
  onOpen: (id: string) => void
  mayPlan: boolean
}

/** The chart with the days off, the days of bad weather and the critical path. */
function GanttView({ period, search, ...shared }: GanttViewProps) {
  const may = useMay()
  const showPlanning = reads(useMe().role, entryReaders.priority)
  const dayOff = useDayOff()
  const { first, last } = period
  const wetDays = useWeatherDays(first)
  const showsPath = may('schedule.slack') && search.path !== 'off'
  const { data } = useQuery({
    ...query(scheduleMoveRoutes.slack, { query: { from: first, to: last, jobId: search.jobId } }),
    enabled: showsPath,
    placeholderData: keepPreviousData,
  })
  const slack = useMemo(
    () => (showsPath && data ? new Map(data.map(({ id, slackDays }) => [id, slackDays])) : null),
    [showsPath, data],
  )
  return (
    <Gantt
      {...shared}
      first={first}
      days={lengthOf(period)}
      zoom={search.zoom ?? 'days'}
      byJob={search.group === 'job'}
      dayOff={dayOff}
      wetDays={wetDays}
      slack={slack}
      showPlanning={showPlanning}
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
