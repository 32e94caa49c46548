import { LATE_COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import {
  type ScheduleAttention as Attention,
  scheduleAttentionRoutes,
} from '@plumbline/contract/scheduleAttention.ts'
import { cx } from 'class-variance-authority'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { Panel } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'

/** A problem on the schedules. */
interface Line {
  readonly key: string
  /** The screen where it can be fixed. */
  readonly href: string
  readonly title: string
  readonly text: string
  /** Whether something went wrong. Otherwise it is only pending. */
  readonly isUrgent?: boolean
}

/** One line for each problem, urgent ones first. */
function linesOf(attention: Attention, today: string): Line[] {
  const { doubleBookings, lateEntries, missedPredecessors, declined, unconfirmed } = attention
  const lines: Line[] = [
    ...doubleBookings.first.map(({ crewDayId, subcontractorName, day, entryTitles }) => ({
      key: crewDayId,
      href: paths.crewBoard({ date: day, clash: crewDayId }),
      title: `${subcontractorName} is booked twice on ${shortDay(day, today)}`,
      text: entryTitles.join(' and '),
      isUrgent: true,
    })),
    ...lateEntries.first.map(({ id, title, jobName, daysLate }) => ({
      key: `late ${id}`,
      href: paths.schedule({ entry: id }),
      title: `${title} is ${plural(daysLate, 'day', 'days')} late`,
      text: jobName,
      isUrgent: true,
    })),
    ...missedPredecessors.first.map((missed) => ({
      key: `missed ${missed.id}`,
      href: paths.schedule({ entry: missed.id }),
      title: `${missed.title} waits for ${missed.predecessorTitle}`,
      text: `${missed.jobName} · starts ${formatDay(missed.startDate)}, ${constraintText(missed)}`,
      isUrgent: true,
    })),
    ...declined.first.map(({ crewDayId, entryTitle, jobName, subcontractorName, day, reason }) => ({
      key: `declined ${crewDayId}`,
      href: paths.crewBoard({ date: day, give: crewDayId, back: '1' }),
      title: `${subcontractorName} cannot come on ${shortDay(day, today)}`,
      text: [entryTitle, jobName, reason].filter(Boolean).join(' · '),
    })),
  ]
  if (unconfirmed > 0)
    lines.push({
      key: 'unconfirmed',
      href: paths.crewBoard({ show: 'unconfirmed' }),
      title: `${plural(unconfirmed, 'booking', 'bookings')} to confirm`,
      text: 'The subs have not answered yet',
    })
  return lines
}

type Missed = Attention['missedPredecessors']['first'][number]

/**
 * The constraint that an entry violates: the end of its predecessor or, if the lag is violated, the
 * first day that satisfies it.
 */
function constraintText({ startDate, predecessorEndDate, lagDays, earliest }: Missed): string {
  if (lagDays === 0 || startDate >= earliest)
    return `the other ends ${formatDay(predecessorEndDate)}`
  const days = plural(Math.abs(lagDays), 'working day', 'working days')
  const lag = lagDays > 0 ? `${days} between` : `an overlap of ${days}`
  return `should be ${formatDay(earliest)} or later, with ${lag}`
}

/** The total number of problems. */
export const countOf = ({
  doubleBookings,
  lateEntries,
  missedPredecessors,
  declined,
  unconfirmed,
}: Attention) =>
  doubleBookings.count +
  lateEntries.count +
  missedPredecessors.count +
  declined.count +
  (unconfirmed > 0 ? 1 : 0)

/**
 * The number of problems as text, without those already listed. It has a plus if the late entries
 * were not counted to the end.
 */
export function countText(attention: Attention, listed = 0): string {
  const isMore = attention.lateEntries.count === LATE_COUNT_LIMIT
  return `${(countOf(attention) - listed).toLocaleString('en-US')}${isMore ? '+' : ''}`
}

/** The problems on the schedules, at most `limit` of each kind. */
export const attentionQuery = (limit: number) =>
  query(scheduleAttentionRoutes.read, { query: { limit } })

/** The list of problems, each a link to the screen where it can be fixed. */
export function AttentionLines({ attention }: { attention: Attention }) {
  const today = useToday()
  const lines = linesOf(attention, today)
  const more = countOf(attention) - lines.length
  return (
    <Panel>
      <ul>
        {lines.map((line) => (
          <AttentionLine {...line} key={line.key} />
        ))}
        {more > 0 && (
          <li className="border-t border-line">
            <Link
              href={paths.schedule({ attention: '1' })}
              className="block px-4 py-3 text-ink-2 hover:bg-sunken/50"
            >
              and {countText(attention, lines.length)} more
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  )
}

/** A line with a link, and a bar whose color shows how urgent it is. */
function AttentionLine({ href, title, text, isUrgent }: Line) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link href={href} className="flex gap-3 px-4 py-3 hover:bg-sunken/50">
        <span
          aria-hidden
          className={cx('w-0.75 shrink-0 rounded-full', isUrgent ? 'bg-bad' : 'bg-warn')}
        />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="figures block text-sm text-ink-2 wrap-anywhere">{text}</span>
        </span>
      </Link>
    </li>
  )
}
