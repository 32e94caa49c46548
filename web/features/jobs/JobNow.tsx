import { finishText } from '@plumbline/contract/baselines.ts'
import { daysBetween, formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { plural } from '../../ui/format.ts'
import { Avatar, nameParts, subStyle } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { useAssignPath } from '../crew/assignPath.ts'
import { jobFinish, jobSchedule } from '../schedule/api.ts'
import { DayOffLine } from '../schedule/DayOff.tsx'
import { Lateness } from './Lateness.tsx'
import { nowNext } from './nowNext.ts'

/**
 * The current entry of a job, the next two, and its end date. Renders nothing when none are known.
 */
export function JobNow({ job }: { job: Job }) {
  const today = useToday()
  const { data: entries = [] } = useQuery(jobSchedule(job.id))
  const { data: moved } = useQuery(jobFinish(job.id))
  const { now, otherCount, next, later } = nowNext(entries, today)
  if (!now && !next && !job.endDate) return null
  return (
    <section aria-label="Now and next">
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-[1.35fr_1fr_1fr_1fr]">
        {now && <NowCell entry={now} otherCount={otherCount} today={today} />}
        {next && <ComingCell term="Next" entry={next} />}
        {later && <ComingCell term="Then" entry={later} />}
        {job.endDate && (
          <Cell term="Finish" title={<span className="figures">{formatDay(job.endDate)}</span>}>
            <Lateness job={job} />
            {moved && <span className="block empty:hidden">{finishText(moved)}</span>}
          </Cell>
        )}
      </dl>
      {now && <DayOffLine jobId={job.id} className="mt-2 text-sm text-ink-2" />}
    </section>
  )
}

interface CellProps {
  term: string
  title: ReactNode
  /** Whether the cell takes the full width on a phone. */
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
  /** The number of other entries under way. */
  otherCount: number
  today: string
}

function NowCell({ entry, otherCount, today }: NowCellProps) {
  const { assignedSubcontractorId: subId, assignedSubcontractorName: name, endDate } = entry
  const daysLate = daysBetween(endDate, today)
  return (
    <Cell isWide term="Now" title={<EntryTitle entry={entry} />}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {subId && name && <Avatar small person={nameParts(name)} className={subStyle(subId)} />}
        <span>
          <Workers entry={entry} foot=" · " />
          until {formatDay(endDate)}
          {daysLate > 0 && (
            <span className="font-medium text-bad">, {plural(daysLate, 'day', 'days')} late</span>
          )}
        </span>
        <Progress value={entry.percentComplete} label="Percent complete" className="w-32" />
      </span>
      {otherCount > 0 && <span className="block">and {otherCount} more under way</span>}
    </Cell>
  )
}

function ComingCell({ term, entry }: { term: 'Next' | 'Then'; entry: ScheduleEntry }) {
  const { startDate, endDate } = entry
  return (
    <Cell isWide={term === 'Next'} term={term} title={<EntryTitle entry={entry} />}>
      {formatSpan(startDate, endDate)}
      <Workers entry={entry} head=" · " />
    </Cell>
  )
}

interface WorkersProps {
  entry: ScheduleEntry
  /** Text before and after the name, left out together with it. */
  head?: string
  foot?: string
}

/**
 * The subs who work on an entry. Only the office sees that nobody is assigned, and only on tasks:
 * an inspection needs no sub.
 */
function Workers({ entry, head, foot }: WorkersProps) {
  const isOffice = useMay()('schedule.update')
  const { assignedSubcontractorName: name, scheduleType } = entry
  if (!name && !(isOffice && scheduleType === 'task')) return null
  return (
    <>
      {head}
      {name ?? <NobodyAssigned entry={entry} />}
      {foot}
    </>
  )
}

/** A warning that nobody works on an entry, as a link to the choice of a sub if there is one. */
function NobodyAssigned({ entry }: { entry: ScheduleEntry }) {
  const path = useAssignPath(entry)
  const text = 'nobody assigned'
  if (!path) return <span className="font-medium text-warn">{text}</span>
  return (
    <Link
      href={path}
      className="font-medium text-warn underline underline-offset-3 touch:-my-3 touch:inline-block touch:py-3"
    >
      {text}
    </Link>
  )
}

/** The title of an entry, as a button that opens the entry. */
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
