import { finishText } from '@plumbline/contract/baselines.ts'
import { formatWeekday } from '@plumbline/contract/crewDays.ts'
import { daysBetween, formatDay, shortDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { shortSpan, useToday } from '../../screens/days.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { plural } from '../../ui/format.ts'
import { Avatar, nameParts, subStyle } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { jobFinish, jobSchedule } from '../schedule/api.ts'
import { Lateness } from './Lateness.tsx'
import { nowNext } from './nowNext.ts'

/** What goes on at a job, what comes next and then, and when it ends; nothing where none of it is known. */
export function JobNow({ job }: { job: Job }) {
  const today = useToday()
  const { data: entries = [] } = useQuery(jobSchedule(job.id))
  const { data: moved } = useQuery(jobFinish(job.id))
  const { now, besides, next, later } = nowNext(entries, today)
  if (!now && !next && !job.endDate) return null
  return (
    <section aria-label="Now and next">
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-[1.35fr_1fr_1fr_1fr]">
        {now && <NowCell entry={now} besides={besides} today={today} />}
        {next && <ComingCell term="Next" entry={next} />}
        {later && <ComingCell term="Then" entry={later} />}
        {job.endDate && (
          <Cell term="Finish" title={<span className="figures">{formatDay(job.endDate)}</span>}>
            <Lateness job={job} />
            {moved && <span className="block empty:hidden">{finishText(moved)}</span>}
          </Cell>
        )}
      </dl>
    </section>
  )
}

interface CellProps {
  term: string
  title: ReactNode
  /** Across a phone. */
  isWide?: boolean
  children: ReactNode
}

function Cell({ term, title, isWide = false, children }: CellProps) {
  return (
    <div className={cx('min-w-0', isWide && 'max-sm:col-span-2')}>
      <dt className="text-sm text-ink-3">{term}</dt>
      <dd className="mt-0.5 text-md font-bold wrap-anywhere">{title}</dd>
      <dd className="mt-0.5 text-sm text-ink-2">{children}</dd>
    </div>
  )
}

interface NowCellProps {
  entry: ScheduleEntry
  /** How many others go on. */
  besides: number
  today: string
}

function NowCell({ entry, besides, today }: NowCellProps) {
  const { assignedSubcontractorId: subId, assignedSubcontractorName: name, endDate } = entry
  const daysLate = daysBetween(endDate, today)
  return (
    <Cell isWide term="Now" title={<EntryTitle entry={entry} />}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {subId && name && <Avatar small person={nameParts(name)} className={subStyle(subId)} />}
        <span>
          <SubOf entry={entry} foot=" · " />
          until {shortDay(endDate)}
          {daysLate > 0 && (
            <span className="font-medium text-bad">, {plural(daysLate, 'day', 'days')} late</span>
          )}
        </span>
        <Progress value={entry.percentComplete} label="Percent complete" className="w-32" />
      </span>
      {besides > 0 && <span className="block">and {besides} more under way</span>}
    </Cell>
  )
}

function ComingCell({ term, entry }: { term: 'Next' | 'Then'; entry: ScheduleEntry }) {
  const { startDate, endDate } = entry
  return (
    <Cell isWide={term === 'Next'} term={term} title={<EntryTitle entry={entry} />}>
      {startDate === endDate ? formatWeekday(startDate) : shortSpan(startDate, endDate)}
      <SubOf entry={entry} head=" · " />
    </Cell>
  )
}

interface SubOfProps {
  entry: ScheduleEntry
  /** Before and after the name, where there is one. */
  head?: string
  foot?: string
}

/** Who works on an entry. That nobody does concerns the office, and of work alone: an inspection needs no sub. */
function SubOf({ entry, head, foot }: SubOfProps) {
  const isOffice = useMay()('schedule.update')
  const { assignedSubcontractorName: name, scheduleType } = entry
  if (!name && !(isOffice && scheduleType === 'task')) return null
  return (
    <>
      {head}
      {name ?? <span className="font-medium text-warn">nobody assigned</span>}
      {foot}
    </>
  )
}

/** The title of an entry, which opens it. */
function EntryTitle({ entry }: { entry: ScheduleEntry }) {
  const setSearch = useSetSearch()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => setSearch({ entry: entry.id })}
      className="text-left underline-offset-3 hover:underline touch:-my-3 touch:py-3"
    >
      {entry.title}
    </button>
  )
}
