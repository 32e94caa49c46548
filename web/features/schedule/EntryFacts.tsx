import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import { slackOf } from '@plumbline/contract/push.ts'
import { entryReaders, type Readers, reads } from '@plumbline/contract/readers.ts'
import { isOpenEntry, type ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarPlus, CloudRain, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressOf } from '../../api/call.ts'
import { useMay, useMe } from '../../api/me.ts'
import { Link } from '../../screens/Link.tsx'
import { PriorityBadge } from '../../ui/Badge.tsx'
import { plural } from '../../ui/format.ts'
import { Avatar, nameParts, subStyle } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { useAssignPath } from '../crew/assignPath.ts'
import { EntryCrew } from '../crew/EntryCrew.tsx'
import { jobSchedule } from './api.ts'
import { dayCountText, isWeatherDependent, workedDays } from './entryText.ts'
import { useWorkdays } from './useWorkdays.ts'

/** The details of an entry, with its predecessors and successors. */
export function EntryFacts({
  entry,
  onOpen,
}: {
  entry: ScheduleEntry
  onOpen: (id: string) => void
}) {
  const isCrew = reads(useMe().role, entryReaders.priority)
  const days = workedDays(entry, entry, useWorkdays(entry.startDate))
  const { assignedSubcontractorId: subId, assignedSubcontractorName: subName } = entry
  // The sub may be hidden from clients. Then "Nobody assigned" must not be shown, either.
  const isSubKnown = subName !== null || isCrew
  return (
    <>
      <dl className={factsClasses}>
        <Fact name="Start Date">{formatDay(entry.startDate)}</Fact>
        <Fact name="End Date">
          {formatDay(entry.endDate)} <span className="text-ink-2">· {dayCountText(days)}</span>
        </Fact>
        {isSubKnown && (
          <Fact name="Subcontractor">
            {subName ? (
              <span className="flex min-w-0 items-center gap-2">
                {subId && <Avatar person={nameParts(subName)} small className={subStyle(subId)} />}
                <span className="truncate">{subName}</span>
              </span>
            ) : (
              <Unassigned entry={entry} />
            )}
          </Fact>
        )}
        <Fact name="Complete">
          <Progress value={entry.percentComplete} label="Percent complete" />
        </Fact>
      </dl>
      {isCrew && (
        <>
          <CrewFacts entry={entry} />
          <EntryCrew entry={entry} />
        </>
      )}
      <Dependencies entry={entry} onOpen={onOpen} />
      <LongText title="Description" text={entry.description} />
      <LongText title="Notes" text={entry.notes} readers={entryReaders.notes} />
      <LongText
        title="Completion notes"
        text={entry.completionNotes}
        readers={entryReaders.completionNotes}
      />
      <a
        href={addressOf(calendarRoutes.entry.path, { params: { id: entry.id } })}
        download
        className="action-link mt-4 gap-2 text-sm"
      >
        <CalendarPlus aria-hidden className="size-4" />
        Add to calendar
      </a>
    </>
  )
}

/** A line for an entry on which nobody works, with a way to choose a sub. */
function Unassigned({ entry }: { entry: ScheduleEntry }) {
  const path = useAssignPath(entry)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="text-ink-2">Nobody assigned</span>
      {path && (
        <Link href={path} className="action-link">
          Assign
        </Link>
      )}
    </span>
  )
}

/** The facts that only the office and the crew see, such as priority, hours and slack. */
function CrewFacts({ entry }: { entry: ScheduleEntry }) {
  return (
    <section className={sectionClasses} aria-label="Planning">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="text-sm font-medium text-ink-2">Planning</h3>
        <ReadersBadge readers="crew" />
      </div>
      <dl className={factsClasses}>
        {entry.priority && (
          <Fact name="Priority">
            <PriorityBadge priority={entry.priority} />
          </Fact>
        )}
        {entry.dateFixed && <Fact name="Dates">Date fixed</Fact>}
        {entry.estimatedHours !== null && <Fact name="Hours">{entry.estimatedHours}h</Fact>}
        <SlackFact entry={entry} />
        {isWeatherDependent(entry) && (
          <Fact name="Weather">
            <span className="flex items-center gap-2">
              <CloudRain aria-hidden className="size-4" />
              Weather dependent
            </span>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/**
 * The number of working days by which an entry may end later without delaying the job, for people
 * who may see it.
 */
function SlackFact({ entry }: { entry: ScheduleEntry }) {
  const may = useMay()
  const workdays = useWorkdays(entry.startDate)
  const isShown = may('schedule.slack') && isOpenEntry(entry)
  const { data } = useQuery({ ...jobSchedule(entry.jobId), enabled: isShown })
  const slack = data && slackOf(data, workdays).get(entry.id)
  if (!isShown || slack === undefined) return null
  return (
    <Fact name="Slack">
      {slack === 0
        ? 'None: a delay here delays the job'
        : plural(slack, 'working day', 'working days')}
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="figures min-w-0">{children}</dd>
    </>
  )
}

const factsClasses = 'grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2.5'
const sectionClasses = 'mt-4 border-t border-line pt-3.5'
const headingClasses = 'mb-1.5 text-sm font-medium text-ink-2'

interface LongTextProps {
  title: string
  text: string | null
  readers?: Readers
}

function LongText({ title, text, readers = 'all' }: LongTextProps) {
  if (!text) return null
  return (
    <section className={sectionClasses}>
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="text-sm font-medium text-ink-2">{title}</h3>
        <ReadersBadge readers={readers} />
      </div>
      <p className="whitespace-pre-wrap">{text}</p>
    </section>
  )
}

/** The lag in working days between two linked entries, whichever comes first. */
const lagBetween = (a: ScheduleEntry, b: ScheduleEntry) =>
  a.lagDays?.[b.id] ?? b.lagDays?.[a.id] ?? 0

function LagText({ days }: { days: number }) {
  if (days === 0) return null
  const text = plural(Math.abs(days), 'working day', 'working days')
  return (
    <span className="ml-1.5 text-sm text-ink-2">
      {days > 0 ? `${text} between` : `${text} overlap`}
    </span>
  )
}

/** The entries that this one waits for, and those that wait for it. */
function Dependencies({ entry, onOpen }: { entry: ScheduleEntry; onOpen: (id: string) => void }) {
  const isLinked = entry.dependsOnIds.length + entry.blocksIds.length > 0
  const { data = [] } = useQuery({ ...jobSchedule(entry.jobId), enabled: isLinked })
  const lists = [
    { title: 'Waits for', Icon: Hourglass, ids: entry.dependsOnIds },
    { title: 'Then comes', Icon: ArrowRight, ids: entry.blocksIds },
  ].filter(({ ids }) => ids.length > 0)
  if (lists.length === 0) return null
  return (
    <section className={sectionClasses}>
      {lists.map(({ title, Icon, ids }) => (
        <div key={title} className="mt-3 first:mt-0">
          <h3 className={headingClasses}>{title}</h3>
          <ul>
            {data
              .filter(({ id }) => ids.includes(id))
              .map((other) => (
                <li key={other.id}>
                  <button
                    type="button"
                    onClick={() => onOpen(other.id)}
                    className="flex w-full items-start gap-2 py-1 text-left hover:underline touch:min-h-11"
                  >
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <span className="font-medium">{other.title}</span>
                      <LagText days={lagBetween(entry, other)} />
                    </span>
                    <span className="figures shrink-0 text-sm text-ink-2">
                      {formatSpan(other.startDate, other.endDate)}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
