import type { PlannedAppointment } from '@plumbline/contract/appointments.ts'
import { addDays, dayIn, formatSpan, sundayOf } from '@plumbline/contract/dates.ts'
import { type KeyDate, keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { CalendarDays } from 'lucide-react'
import { useMemo } from 'react'
import { companyQuery, useCompany } from '../../api/company.ts'
import { useMay, useMe } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { monthName, useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import {
  day,
  everyone,
  id,
  ignore,
  oneOf,
  overlay,
  screen,
  searchParams,
  useSetSearch,
} from '../../screens/screen.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { usePrinting } from '../../ui/usePrinting.ts'
import { plannedAppointments } from '../appointments/api.ts'
import { planQuery, scheduleTexts, upcomingDeadlines } from './api.ts'
import { EntryDetails } from './EntryDetails.tsx'
import { type EntryDialog, EntryDialogs } from './EntryDialogs.tsx'
import { DayItems } from './month/DayItems.tsx'
import { type DayItem, itemsByDay } from './month/dayItems.ts'
import { Legend } from './month/Legend.tsx'
import { MonthGrid } from './month/MonthGrid.tsx'
import { Upcoming } from './month/Upcoming.tsx'
import { PeriodNav } from './PeriodNav.tsx'
import { ScheduleFilters } from './ScheduleTools.tsx'
import { filterOf, filterStatuses, isFiltered, ownIdOf, subFilter } from './search.ts'
import { useEntryKeys } from './useEntryKeys.ts'

const validateSearch = searchParams({
  mode: oneOf('week'),
  /** A day of the shown month or week. Today if omitted. */
  date: day,
  status: oneOf(...filterStatuses),
  jobId: id,
  sub: subFilter,
  /** The day whose items are all listed. */
  day: overlay(day),
  /** The entry whose details are open. */
  entry: overlay(id),
  tab: oneOf('history'),
})
type Search = ReturnType<typeof validateSearch>

/** The Sunday on which the month or week of a day begins, and the number of weeks shown. */
function gridOf({ mode }: Search, date: string) {
  if (mode === 'week') return { first: sundayOf(date), weeks: 1 }
  const first = sundayOf(`${date.slice(0, 7)}-01`)
  const month = date.slice(0, 7)
  const weeks = [4, 5, 6].find((count) => !addDays(first, 7 * count).startsWith(month)) ?? 6
  return { first, weeks }
}

/** The queries of a period: the key dates of jobs and tasks, and the entries. */
function queriesOf(search: Search, date: string, ownId: string | undefined) {
  const { first, weeks } = gridOf(search, date)
  const { status, jobId } = search
  const period = { from: first, to: addDays(first, 7 * weeks - 1) }
  return {
    period,
    keyDates: query(keyDateRoutes.list, { query: { ...period, status, jobId } }),
    plan: planQuery({ ...filterOf(search, ownId), ...period }),
  }
}

export const Route = createFileRoute('/enhanced-schedule')({
  ...screen({ title: 'Enhanced Schedule', roles: everyone, wide: true }),
  validateSearch,
  loader: async ({ context: { client, person, may }, location }) => {
    const search = validateSearch(location.search)
    const { timeZone } = await client.query(companyQuery)
    const today = dayIn(timeZone, new Date())
    const reads = queriesOf(search, search.date ?? today, ownIdOf(may, person))
    await Promise.all([
      client.query(reads.keyDates).catch(ignore),
      client.query(reads.plan).catch(ignore),
      client.query(upcomingDeadlines(today)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Enhanced Schedule" />
      <Skeleton className="h-140 w-full" />
    </>
  ),
  component: EnhancedScheduleScreen,
})

/** A calendar of all jobs by month or week: their starts and deadlines, and the entries. */
function EnhancedScheduleScreen() {
  const me = useMe()
  const may = useMay()
  const today = useToday()
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const [dialog, setDialog, isBack] = useOpened<EntryDialog>('entry', null)
  const date = search.date ?? today
  const isWeek = search.mode === 'week'
  const { first, weeks } = gridOf(search, date)
  const { period, ...reads } = queriesOf(search, date, ownIdOf(may, me))
  const keyDates = useQuery({ ...reads.keyDates, placeholderData: keepPreviousData })
  const plan = useQuery({ ...reads.plan, placeholderData: keepPreviousData })
  const appointments = useQuery({
    ...plannedAppointments(period),
    placeholderData: keepPreviousData,
    enabled: may('bid.list') && !isFiltered(search),
  })
  const problem = [keyDates, plan].find(({ error, data }) => error && !data)
  const open = (entry: string) => setSearch({ entry })
  useEntryKeys(search.entry, open)
  const go = (steps: number) =>
    setSearch({ date: isWeek ? addDays(date, 7 * steps) : monthFrom(date, steps) })

  return (
    <div className={cx('-mx-4 sm:-mx-7 print:mx-0', search.entry && 'lg:pr-100 print:pr-0')}>
      <div className="px-4 sm:px-7">
        <ScreenHeader
          title="Enhanced Schedule"
          more={
            <Link href={paths.schedule()} className={buttonVariants()}>
              <CalendarDays aria-hidden />
              Project Schedule
            </Link>
          }
        >
          <Segmented
            label="Calendar"
            options={[
              { value: 'month', label: 'Month' },
              { value: 'week', label: 'Week' },
            ]}
            value={isWeek ? 'week' : 'month'}
            onChange={(mode) => setSearch({ mode: mode === 'week' ? mode : '' })}
          />
        </ScreenHeader>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-7">
        <PeriodNav
          name={isWeek ? formatSpan(period.from, period.to) : monthName(date)}
          unit={isWeek ? 'week' : 'month'}
          onGo={go}
          onToday={() => setSearch({ date: '' })}
        />
        <ScheduleFilters search={search} />
      </div>
      {problem ? (
        <div className="px-4 sm:px-7">
          <LoadProblem
            what="The schedule"
            pending={problem.isFetching}
            onRetry={() => void problem.refetch()}
          />
        </div>
      ) : keyDates.data && plan.data ? (
        <Calendar
          first={first}
          weeks={weeks}
          month={isWeek ? undefined : date.slice(0, 7)}
          today={today}
          chosen={search.day}
          keyDates={keyDates.data}
          entries={plan.data.entries}
          appointments={isFiltered(search) ? [] : (appointments.data ?? [])}
          onOpen={open}
        />
      ) : (
        <Skeleton className="h-140 w-full" />
      )}
      <div className="grid gap-x-10 px-4 pb-15 sm:grid-cols-2 sm:px-7 print:hidden">
        <Upcoming today={today} />
        <Legend />
      </div>
      <EntryDetails
        id={isBack ? undefined : search.entry}
        tab={search.tab}
        texts={scheduleTexts}
        onDialog={setDialog}
      />
      <EntryDialogs texts={scheduleTexts} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

/** The first day of the month that lies `months` after the month of a day. */
function monthFrom(date: string, months: number): string {
  const [year, month] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + months, 1))
  return first.toISOString().slice(0, 10)
}

interface CalendarProps {
  first: string
  weeks: number
  month: string | undefined
  today: string
  chosen: string | undefined
  keyDates: readonly KeyDate[]
  entries: readonly PlanEntry[]
  appointments: readonly PlannedAppointment[]
  onOpen: (id: string) => void
}

/** The number of items a day shows: two in a month, as many as fit in a week, and all on paper. */
const ITEMS_PER_DAY = { month: 2, week: 8, paper: 30 } as const

function Calendar({ keyDates, entries, appointments, chosen, onOpen, ...grid }: CalendarProps) {
  const setSearch = useSetSearch<Search>()
  const printing = usePrinting()
  const { first, weeks } = grid
  const { timeZone } = useCompany()
  const items = useMemo(() => {
    const onDays = appointments.map((appointment) => ({
      ...appointment,
      day: dayIn(timeZone, new Date(appointment.scheduledDate)),
    }))
    return itemsByDay(keyDates, entries, first, addDays(first, 7 * weeks - 1), onDays)
  }, [keyDates, entries, appointments, timeZone, first, weeks])
  const listed: readonly DayItem[] = (chosen && items.get(chosen)) || []
  return (
    <>
      <MonthGrid
        {...grid}
        items={items}
        perDay={ITEMS_PER_DAY[printing ? 'paper' : grid.month ? 'month' : 'week']}
        chosen={chosen}
        onDay={(next) => setSearch({ day: next })}
        onOpen={onOpen}
      />
      {chosen && (
        <DayItems
          day={chosen}
          items={listed}
          onOpen={onOpen}
          onClose={() => setSearch({ day: '' })}
        />
      )}
    </>
  )
}
