import { daysBetween, formatDay } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { plural } from '../../../ui/format.ts'
import { priorityStyle, statusStyle } from '../../../ui/status.ts'
import { dayCountText } from '../entryText.ts'
import type { JobSummary } from './rows.ts'

type Days = Pick<PlanEntry, 'startDate' | 'endDate'>

/** `7 entries, 43% done`. */
export const countText = ({ count, percent }: JobSummary) =>
  `${plural(count, 'entry', 'entries')}, ${percent}% done`

/** A job as text, for people who do not see the chart. */
export const jobRowText = (name: string, summary: JobSummary) =>
  `${name}, ${countText(summary)}, finish ${formatDay(summary.endDate)}`

/** The slack of an entry: `on the critical path`, `3 working days of slack`. */
const slackText = (days: number) =>
  days === 0
    ? 'on the critical path'
    : plural(days, 'working day of slack', 'working days of slack')

/**
 * The distance between the end of an entry and the promised one: `2 days later than promised`.
 * Empty if they are the same.
 */
function driftTexts(entry: PlanEntry, { endDate }: Days): string[] {
  if (!entry.baselineEndDate) return []
  const days = daysBetween(entry.baselineEndDate, endDate)
  if (days === 0) return []
  const count = plural(Math.abs(days), 'day', 'days')
  return [`${count} ${days > 0 ? 'later' : 'earlier'} than promised`]
}

/** An entry of `count` days as text. `waitsFor` holds the titles of its predecessors. */
export function entryRowText(
  entry: PlanEntry,
  days: Days,
  count: number,
  waitsFor: readonly string[],
  slackDays?: number,
): string {
  const { startDate, endDate } = days
  const dates =
    startDate === endDate
      ? formatDay(startDate)
      : `${formatDay(startDate)} to ${formatDay(endDate)}`
  const facts = [
    entry.title,
    entry.jobName,
    dates,
    dayCountText(count),
    ...(entry.priority ? [priorityStyle(entry.priority).label] : []),
    statusStyle(entry.status).label,
    `${entry.percentComplete} percent`,
    ...(slackDays === undefined ? [] : [slackText(slackDays)]),
    ...driftTexts(entry, days),
  ].join(', ')
  return waitsFor.length > 0 ? `${facts}. Waits for ${waitsFor.join(', ')}.` : `${facts}.`
}

/** The description of the keys for screen readers. */
export const keysText = (mayPlan: boolean) =>
  `Arrow keys go from row to row, Enter opens.${
    mayPlan
      ? ' Alt with left or right arrow moves an entry by a day, Alt and Shift with them change its end, L makes another entry wait for it.'
      : ''
  }`

/** The text in place of rows. */
export const emptyText = (mayPlan: boolean) =>
  mayPlan
    ? 'Nothing is planned in this period. Add a schedule item, or go to another period.'
    : 'Nothing is planned in this period.'

/** The description of a link between two entries. */
export const linkText = (before: PlanEntry, after: PlanEntry) =>
  `${after.title} waits for ${before.title}`

/** The announcement at each step of linking by keyboard. */
export function linkingText(link: { from: PlanEntry; target: PlanEntry | null } | null): string {
  if (!link) return ''
  return link.target
    ? `${linkText(link.from, link.target)}: press Enter to link them.`
    : `Which entry waits for ${link.from.title}? Choose with the arrow keys, Escape gives up.`
}
