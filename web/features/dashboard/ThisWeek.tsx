import {
  daysFrom,
  sundayOf,
  weekdayName,
  weekdayOf,
  weekdaySpan,
} from '@plumbline/contract/dates.ts'
import { isOpenEntry } from '@plumbline/contract/schedule.ts'
import {
  type ScheduleWeek,
  scheduleWeekRoutes,
  type WeekEntry,
} from '@plumbline/contract/scheduleWeek.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { useCompany } from '../../api/company.ts'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { useWorkCalendar } from '../../screens/workCalendar.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { StatusMark } from '../../ui/Badge.tsx'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { PHONE, useMedia } from '../../ui/useMedia.ts'
import { blockTone } from '../schedule/board/Block.tsx'
import { useDayOffText } from '../schedule/DayOff.tsx'
import { HomeSection } from './HomeSection.tsx'
import { barsOf, isWorkedOn, type WeekBar } from './weekBars.ts'

/** The people working on each job this week, or only today on a phone. */
export default function ThisWeek() {
  const today = useToday()
  const { workingDays } = useCompany()
  const isPhone = useMedia(PHONE)
  const calendar = useWorkCalendar()
  const dayOff = useDayOffText()
  const all = daysFrom(sundayOf(today), 7)
  const [from = today, to = today] = [all[0], all.at(-1)]
  const week = useQuery(query(scheduleWeekRoutes.read, { query: { from, to } }))
  const { data } = week
  const entries = data?.jobs.flatMap((job) => job.entries) ?? []
  const days = all.filter(
    (day) =>
      workingDays.includes(weekdayOf(day) || 7) ||
      entries.some((entry) => isWorkedOn(entry, day, calendar)),
  )
  return (
    <HomeSection
      title={isPhone ? 'Today' : 'This week'}
      end={
        <Link href={paths.schedule()} className="action-link">
          Open schedule
        </Link>
      }
    >
      {data ? (
        <Jobs
          week={data}
          days={days}
          today={today}
          isPhone={isPhone}
          calendar={calendar}
          dayOff={dayOff}
        />
      ) : week.isError ? (
        <LoadProblem
          what="This week"
          pending={week.isFetching}
          onRetry={() => void week.refetch()}
        />
      ) : (
        <RowsSkeleton count={4} />
      )}
    </HomeSection>
  )
}

interface JobsProps {
  week: ScheduleWeek
  days: readonly string[]
  today: string
  isPhone: boolean
  calendar: WorkCalendar
  /** The sentence of a day off. */
  dayOff: string | undefined
}

function Jobs({ week, days, today, isPhone, calendar, dayOff }: JobsProps) {
  const shown = isPhone ? days.filter((day) => day === today) : days
  const rows = week.jobs
    .map((job) => ({ job, ...barsOf(job, shown, calendar) }))
    .filter(({ bars }) => bars.length > 0)
  const more = week.jobCount - week.jobs.length
  if (rows.length === 0 && !(isPhone && dayOff))
    return <p className="py-3.5 text-ink-2">Nothing is planned {isPhone ? 'today' : 'this week'}</p>
  return (
    <>
      {dayOff && <p className="py-3 text-ink-2">{dayOff}</p>}
      {isPhone ? (
        <ul>
          {rows.flatMap(({ job, bars }) =>
            bars.map(({ entry }) => <TodayRow key={entry.id} jobName={job.name} entry={entry} />),
          )}
        </ul>
      ) : (
        <div className="relative">
          <Days days={days} today={today} />
          <ul className="relative pt-8 pb-1.5">
            {rows.map(({ job, bars, lanes }) => (
              <li key={job.id} className="grid grid-cols-[10rem_minmax(0,1fr)] py-0.5">
                <Link
                  href={paths.job(job.id)}
                  className="truncate pr-3 leading-6 underline-offset-3 hover:underline touch:leading-11"
                >
                  {job.name}
                </Link>
                <ul
                  style={{
                    gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))`,
                    gridTemplateRows: `repeat(${lanes}, auto)`,
                  }}
                  className="grid gap-y-1"
                >
                  {bars.map((bar) => (
                    <Bar key={`${bar.entry.id} ${bar.first}`} bar={bar} today={today} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more > 0 && rows.length > 0 && (
        <Link
          href={paths.schedule()}
          className="inline-block py-2 text-sm text-ink-2 hover:underline touch:py-3"
        >
          and {plural(more, 'more job', 'more jobs')}
          {isPhone && ' this week'}
        </Link>
      )}
    </>
  )
}

/** Day headings and the lines between them. Today has the accent color. */
function Days({ days, today }: { days: readonly string[]; today: string }) {
  return (
    <div aria-hidden className="absolute inset-0 grid grid-cols-[10rem_minmax(0,1fr)]">
      <span />
      <div
        style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        className="grid text-sm"
      >
        {days.map((day) => (
          <div
            key={day}
            className={cx('border-l px-2 pt-1', day === today ? 'border-accent' : 'border-line')}
          >
            <DayName day={day} isToday={day === today} />
          </div>
        ))}
      </div>
    </div>
  )
}

function DayName({ day, isToday }: { day: string; isToday: boolean }) {
  return (
    <>
      <span className="text-ink-2">{weekdayName(day)}</span>{' '}
      <b
        className={cx(
          'figures font-bold',
          isToday && 'rounded-xs bg-accent px-1 py-0.5 text-on-accent',
        )}
      >
        {Number(day.slice(8))}
      </b>
    </>
  )
}

const isWork = ({ scheduleType }: WeekEntry) => scheduleType === 'task'
/** Whether an entry is open work with nobody assigned. */
const isUnassigned = (entry: WeekEntry) =>
  isWork(entry) && isOpenEntry(entry) && entry.subcontractorName === null

/** The name of the sub on an entry, or its title when it needs none. */
const whoOf = (entry: WeekEntry) =>
  isUnassigned(entry) ? 'Nobody assigned' : (entry.subcontractorName ?? entry.title)

/** The accessible name of an entry: the sub, title, dates, and any warnings. */
function textOf(entry: WeekEntry, today: string): string {
  const { title, startDate, endDate, status, unconfirmed } = entry
  return [
    isUnassigned(entry) ? 'Nobody assigned' : entry.subcontractorName,
    title,
    weekdaySpan(startDate, endDate, today),
    unconfirmed && 'not confirmed',
    (status === 'delayed' || status === 'completed') && status,
  ]
    .filter(Boolean)
    .join(', ')
}

function toneOf(entry: WeekEntry): string {
  const { status, subcontractorId, unconfirmed } = entry
  if (status === 'completed') return 'border-transparent bg-sunken text-ink-2'
  if (status === 'delayed') return 'border-transparent bg-bad-soft text-bad'
  if (isUnassigned(entry)) return 'border-dashed border-warn text-warn'
  if (!subcontractorId) return 'border-line-strong bg-surface text-ink'
  return blockTone(
    { subcontractorId, entryStatus: status, confirmed: !unconfirmed, declined: false },
    false,
  )
}

function Bar({ bar: { entry, first, last, lane }, today }: { bar: WeekBar; today: string }) {
  const who = whoOf(entry)
  return (
    <li
      style={{ gridColumn: `${first + 1} / ${last + 2}`, gridRow: lane + 1 }}
      className="min-w-0 px-0.5"
    >
      <Link
        href={paths.schedule({ entry: entry.id })}
        aria-label={textOf(entry, today)}
        className={cx(
          'flex h-6 items-center gap-1.5 rounded-[5px] border px-2 text-sm whitespace-nowrap touch:h-11',
          toneOf(entry),
        )}
      >
        {entry.status === 'delayed' && <StatusMark mark="diamond" className="size-2.5 shrink-0" />}
        <span className="truncate">
          <span className="font-medium">{who}</span>
          {who !== entry.title && ` ${entry.title}`}
        </span>
      </Link>
    </li>
  )
}

/** One of today's entries on a phone: the job, the work, and the sub. */
function TodayRow({ jobName, entry }: { jobName: string; entry: WeekEntry }) {
  return (
    <li className="border-b border-line">
      <Link href={paths.schedule({ entry: entry.id })} className="flex items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{jobName}</span>
          <span className="block truncate text-sm text-ink-2">{entry.title}</span>
        </span>
        <span
          className={cx(
            'max-w-[45%] truncate rounded-[5px] border px-2 text-sm leading-6',
            toneOf(entry),
          )}
        >
          {isUnassigned(entry) ? 'Nobody assigned' : (entry.subcontractorName ?? 'No sub needed')}
        </span>
        {entry.unconfirmed && <span className="sr-only">, not confirmed</span>}
      </Link>
    </li>
  )
}
