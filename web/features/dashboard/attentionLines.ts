import type { AttentionItem } from '@plumbline/contract/attention.ts'
import { LATE_COUNT_LIMIT, totalText } from '@plumbline/contract/countLimits.ts'
import {
  addDays,
  daysBetween,
  formatDay,
  formatWeekday,
  shortDay,
} from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { paths } from '../../paths.ts'
import { plural } from '../../ui/format.ts'
import { callUrl } from '../../ui/Person.tsx'
import { assignPath } from '../crew/assignPath.ts'

/** The texts of an item that needs attention, and its suggested action. */
export interface AttentionLine {
  /** The page where the problem can be fixed. */
  readonly href: string
  readonly title: string
  readonly text: string
  readonly action: string
  /** The target of the action when it is not `href`, such as a `tel:` link. */
  readonly actionHref?: string
}

/** A relative day: `today`, `tomorrow`, `on Fri, Nov 20`. */
function onDay(day: string, today: string): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : `on ${formatWeekday(day, today)}`
}

/**
 * The age of an item, or its date when that is in the future: `141 days`, `today`, `Fri, Nov 20`.
 * Empty for items that sum up several others.
 */
export function sinceText(since: string | null, today: string): string {
  if (since === null) return ''
  if (since === today) return 'today'
  return since < today
    ? plural(daysBetween(since, today), 'day', 'days')
    : formatWeekday(since, today)
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

/** The line for an attention item. `today` is the current day in the company's time zone. */
export function lineOf(item: AttentionItem, today: string): AttentionLine {
  switch (item.kind) {
    case 'lateJob':
      return {
        ...{ href: paths.job(item.id), title: `${item.name} is late`, text: item.address },
        action: 'Open',
      }
    case 'moreLateJobs':
      return {
        href: paths.jobs({ late: 'true' }),
        title: `${plural(item.count, 'more job is', 'more jobs are')} late`,
        text: 'Past the end date',
        action: 'Show',
      }
    case 'overdueTasks':
      return {
        href: paths.tasks({ overdue: 'true' }),
        title: `${plural(item.count, 'task is', 'tasks are')} overdue`,
        text: 'Past the deadline and not completed',
        action: 'Show',
      }
    case 'doubleBooking':
      return {
        href: paths.crewBoard({ date: item.since ?? today, clash: item.crewDayId }),
        title: `${item.subcontractorName} is booked twice ${onDay(item.since ?? today, today)}`,
        text: item.entryTitles.join(' and '),
        action: 'Resolve',
      }
    case 'lateEntry':
      return {
        href: paths.schedule({ entry: item.id }),
        title: `${item.title} is late`,
        text: item.jobName,
        action: 'Open',
      }
    case 'missedPredecessor':
      return {
        href: paths.schedule({ entry: item.id }),
        title: `${item.title} waits for ${item.predecessorTitle}`,
        text: joined(item.jobName, item.since && `planned for ${formatDay(item.since)}`),
        action: 'Resolve',
      }
    case 'moreSchedule':
      return {
        href: paths.schedule({ attention: '1' }),
        title: `${totalText(item.count, LATE_COUNT_LIMIT)} more need a look on the schedules`,
        text: 'Late, waiting or booked twice',
        action: 'Show',
      }
    case 'declinedDay':
      return {
        href: paths.crewBoard({ date: item.since ?? today, give: item.crewDayId, back: '1' }),
        title: `${item.subcontractorName} cannot come ${onDay(item.since ?? today, today)}`,
        text: joined(item.title, item.jobName, item.reason),
        action: 'Reassign',
      }
    case 'unassignedEntry':
      return {
        href: assignPath(item.id, item.since, today),
        title: `${item.title} has nobody assigned`,
        text: joined(item.jobName, `until ${shortDay(item.endDate, today)}`),
        action: 'Assign',
      }
    case 'unconfirmedDays':
      return {
        href: paths.crewBoard({ show: 'unconfirmed' }),
        title: plural(item.count, 'booking is not confirmed', 'bookings are not confirmed'),
        text: 'The subs have not answered yet',
        action: 'Ask',
      }
    case 'followUp':
      return {
        href: paths.bid(item.id, { tab: 'follow-ups' }),
        title: `Follow up on ${item.name}`,
        text: joined(
          item.customerName,
          item.estimatedAmount === null
            ? 'Amount not specified'
            : formatCents(item.estimatedAmount),
        ),
        ...(item.customerPhone
          ? { action: 'Call', actionHref: callUrl(item.customerPhone) }
          : { action: 'Open' }),
      }
    case 'moreFollowUps':
      return {
        href: paths.pendingBids({ followUpDue: 'true' }),
        title: `${plural(item.count, 'more bid is', 'more bids are')} due for follow-up`,
        text: 'Due today or earlier',
        action: 'Show',
      }
    case 'weeklyDraft':
      return {
        href: paths.job(item.jobId, { update: item.id }),
        title: `Weekly update of ${item.jobName} is not sent`,
        text: item.since ? `Week to ${formatWeekday(item.since, today)}` : '',
        action: 'Review',
      }
  }
}
