import { daysFrom, formatDay, formatSpan, sundayOf } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { CalendarCheck, CloudRain } from 'lucide-react'
import { useMay, useMe } from '../../api/me.ts'
import { longDay } from '../../screens/days.ts'
import { Badge, PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { SubBadge } from '../../ui/Person.tsx'
import { AppointmentRow } from '../appointments/AppointmentRow.tsx'
import { plannedAppointments } from '../appointments/api.ts'
import { backText, nobodyText, useDayOffPlan } from './DayOff.tsx'
import { filterOf, isFiltered, ownIdOf, type Search, upcomingOf } from './search.ts'
import { WeatherMark } from './WeatherMark.tsx'

interface DailyViewProps {
  date: string
  today: string
  search: Search
  entries: readonly PlanEntry[]
  onOpen: (id: string) => void
  onDay: (day: string) => void
  isWet: boolean
  /** Set for people who may mark bad weather. */
  onWeather: (() => void) | undefined
}

/**
 * The entries on which somebody works on a day, and the next ones to start. On a day off it says
 * when work goes on.
 */
export function DailyView(props: DailyViewProps) {
  const { date, today, search, onOpen, onDay, isWet, onWeather } = props
  const may = useMay()
  const ownId = ownIdOf(may, useMe())
  const upcoming = useQuery(upcomingOf(search, date, ownId))
  const planned = props.entries.filter(
    ({ startDate, endDate }) => startDate <= date && date <= endDate,
  )
  const { plan: dayOff, isLoading } = useDayOffPlan(date, filterOf(search, ownId))
  const isWorked = ({ id }: PlanEntry) => !dayOff || dayOff.workedIds.includes(id)
  const entries = planned.filter(isWorked)
  const title = date === today ? "Today's Schedule" : `Schedule for ${longDay(date)}`
  return (
    <div className="px-4 pb-15 sm:px-7">
      <WeekStrip date={date} today={today} onDay={onDay} />
      <div className="grid items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          {may('bid.list') && !isFiltered(search) && <Appointments day={date} />}
          <section aria-label={title}>
            <SectionHeader title={title}>
              {isWet && !onWeather && (
                <span className="flex items-center gap-1.5 text-sm text-info">
                  <CloudRain aria-hidden className="size-4" />
                  Bad weather
                </span>
              )}
              {onWeather && (
                <Button size="sm" variant={isWet ? 'default' : 'quiet'} onClick={onWeather}>
                  <CloudRain aria-hidden className={isWet ? 'text-info' : ''} />
                  {isWet ? 'Bad weather' : 'Bad weather…'}
                </Button>
              )}
            </SectionHeader>
            {isLoading ? (
              <RowsSkeleton count={3} />
            ) : entries.length === 0 ? (
              planned.length > 0 && dayOff ? (
                <EmptyState
                  icon={CalendarCheck}
                  title={nobodyText(date)}
                  text={backText(dayOff, today)}
                />
              ) : (
                <EmptyState icon={CalendarCheck} title="Nothing is planned on this day" />
              )
            ) : (
              <Panel className="@container">
                <ul>
                  {entries.map((entry) => (
                    <DayItem key={entry.id} entry={entry} onOpen={() => onOpen(entry.id)} />
                  ))}
                </ul>
              </Panel>
            )}
          </section>
        </div>
        {/* Below the entries of the day on a phone, which would move it when they arrive. */}
        {!isLoading && (
          <section aria-label="Upcoming">
            <SectionHeader title="Upcoming" />
            {upcoming.data ? (
              <Upcoming entries={upcoming.data} onOpen={onOpen} />
            ) : (
              <RowsSkeleton count={5} />
            )}
          </section>
        )}
      </div>
    </div>
  )
}

/** The appointments of bids on a day. Renders nothing without any. */
function Appointments({ day }: { day: string }) {
  const { data = [] } = useQuery(plannedAppointments({ from: day, to: day }))
  if (data.length === 0) return null
  return (
    <section aria-label="Appointments">
      <SectionHeader title="Appointments" />
      <ul className="border-t border-line-strong">
        {data.map((appointment) => (
          <AppointmentRow key={appointment.id} appointment={appointment} />
        ))}
      </ul>
    </section>
  )
}

/** An entry of the day with its hours, dates, sub and weather mark. */
function DayItem({ entry, onOpen }: { entry: PlanEntry; onOpen: () => void }) {
  const { assignedSubcontractorId: subId, assignedSubcontractorName: subName } = entry
  return (
    <li className="relative border-t border-line px-4 py-3 first:border-t-0 hover:bg-sunken/50">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
        <div className="min-w-44 flex-1">
          <h3 className="font-medium">
            <button
              type="button"
              data-entry={entry.id}
              onClick={onOpen}
              className="text-left wrap-anywhere -outline-offset-2 after:absolute after:inset-0"
            >
              {entry.title}
            </button>
          </h3>
          <p className="text-sm text-ink-2">{entry.jobName}</p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {entry.priority && <PriorityBadge priority={entry.priority} />}
          <StatusBadge status={entry.status} />
        </div>
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {entry.estimatedHours !== null && <span className="figures">{entry.estimatedHours}h</span>}
        <span className="figures">{formatSpan(entry.startDate, entry.endDate)}</span>
        {subId && <Badge variant="outline">Assigned</Badge>}
        {subName && <SubBadge id={subId} name={subName} />}
        <WeatherMark entry={entry} />
      </p>
    </li>
  )
}

interface UpcomingProps {
  entries: readonly PlanEntry[]
  onOpen: (id: string) => void
}

/** The next five entries that start after the day. */
function Upcoming({ entries, onOpen }: UpcomingProps) {
  if (entries.length === 0) return <p className="text-ink-2">Nothing is planned after this day.</p>
  return (
    <ul className="border-t border-line-strong">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line">
          <button
            type="button"
            data-entry={entry.id}
            onClick={() => onOpen(entry.id)}
            className="grid w-full grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 py-2.5 text-left hover:bg-sunken/50"
          >
            <span className="figures text-ink-2">{formatDay(entry.startDate)}</span>
            <span className="min-w-0">
              <span className="line-clamp-2 font-medium">{entry.title}</span>
              <span className="block truncate text-sm text-ink-2">{entry.jobName}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S']

/** The seven days of the week as large buttons for a phone. */
function WeekStrip({
  date,
  today,
  onDay,
}: {
  date: string
  today: string
  onDay: (day: string) => void
}) {
  return (
    <nav aria-label="Days of the week" className="no-print grid grid-cols-7 gap-1 pt-3 sm:hidden">
      {daysFrom(sundayOf(date), 7).map((day, index) => (
        <button
          key={day}
          type="button"
          aria-label={longDay(day)}
          aria-current={day === date ? 'date' : undefined}
          onClick={() => onDay(day)}
          className={cx(
            'flex h-13 flex-col items-center justify-center rounded-s text-sm',
            day === date ? 'bg-ink text-ground' : 'text-ink-2',
          )}
        >
          <span className="text-xs">{letters[index]}</span>
          <b className={cx('figures text-md', day === today && day !== date && 'text-accent')}>
            {Number(day.slice(8))}
          </b>
        </button>
      ))}
    </nav>
  )
}
