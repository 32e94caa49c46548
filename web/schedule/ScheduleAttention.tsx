import { LATE_COUNTED_TO } from '@plumbline/contract/counted.ts'
import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import {
  type ScheduleAttention as Attention,
  scheduleAttentionRoutes,
} from '@plumbline/contract/scheduleAttention.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { type AttentionItem, AttentionLine, Link } from '../shell/Link.tsx'
import { Panel } from '../ui/Card.tsx'
import { plural } from '../ui/format.ts'
import { SectionHeader } from '../ui/Headings.tsx'

interface Line extends AttentionItem {
  readonly key: string
}

/** One line for each thing that is not in order, what went wrong before what is only open. */
function linesOf(attention: Attention): Line[] {
  const { doubleBookings, lateEntries, missedPredecessors, declined, unconfirmed } = attention
  const lines: Line[] = [
    ...doubleBookings.first.map(({ crewDayId, subcontractorName, day, entryTitles }) => ({
      key: crewDayId,
      href: paths.crewBoard({ date: day, clash: crewDayId }),
      title: `${subcontractorName} is booked twice on ${shortDay(day)}`,
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
      text: `${missed.jobName} · starts ${formatDay(missed.startDate)}, ${limitOf(missed)}`,
      isUrgent: true,
    })),
    ...declined.first.map(({ entryId, entryTitle, jobName, subcontractorName, day, reason }) => ({
      key: `declined ${entryId} ${subcontractorName} ${day}`,
      href: paths.crewBoard({ date: day, show: 'declined' }),
      title: `${subcontractorName} cannot come on ${shortDay(day)}`,
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

/** What an entry should wait for: the end of the other one or, where a lag is not kept, the first day that keeps it. */
function limitOf({ startDate, predecessorEndDate, lagDays, earliest }: Missed): string {
  if (lagDays === 0 || startDate >= earliest)
    return `the other ends ${formatDay(predecessorEndDate)}`
  const days = plural(Math.abs(lagDays), 'working day', 'working days')
  const lag = lagDays > 0 ? `${days} between` : `an overlap of ${days}`
  return `should be ${formatDay(earliest)} or later, with ${lag}`
}

/** How many of what is not in order there are in all. */
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

/** That number as text, without those already listed: with a plus where the late entries were not counted any further. */
export function countText(attention: Attention, listed = 0): string {
  const isMore = attention.lateEntries.count === LATE_COUNTED_TO
  return `${(countOf(attention) - listed).toLocaleString('en-US')}${isMore ? '+' : ''}`
}

/** What is not in order on the schedules: at most so many of each kind. */
export const attentionQuery = (limit: number) =>
  query(scheduleAttentionRoutes.read, { query: { limit } })

/** The lines of what is not in order, each a link to where it is put right. */
export function AttentionLines({ attention }: { attention: Attention }) {
  const lines = linesOf(attention)
  const more = countOf(attention) - lines.length
  return (
    <Panel>
      <ul>
        {lines.map(({ key, ...line }) => (
          <AttentionLine key={key} {...line} />
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

/** How many of each kind the dashboard lists. */
const ON_DASHBOARD = 2

/** What is not in order on the schedules, for the dashboard; nothing is shown when all is well. */
export default function ScheduleAttention() {
  const { data } = useQuery(attentionQuery(ON_DASHBOARD))
  if (!data || countOf(data) === 0) return null
  return (
    <section aria-label="Schedule needs attention">
      <SectionHeader title="Schedule" />
      <AttentionLines attention={data} />
    </section>
  )
}
