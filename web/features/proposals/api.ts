import {
  dayIn,
  daysBetween,
  formatWeekday,
  shortDay,
  weekdayName,
} from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Proposal, proposalRoutes } from '@plumbline/contract/proposals.ts'
import { query } from '../../api/query.ts'
import { formatTime } from '../../ui/format.ts'

/** The versions of a bid that were sent, newest first. */
export const proposalsQuery = (bidId: string) =>
  query(proposalRoutes.list, { params: { id: bidId } })

/** The path of the page that the customer opens. */
export const linkPathQuery = (id: string) => query(proposalRoutes.link, { params: { id } })

/** The origin of links for people outside of the office, the same as that of invites. */
export const linkAddressQuery = query(inviteRoutes.address)

/** A version in one line: `Version 2, $52,000.00, good until Sat, Dec 12`. */
export const versionLine = (
  { version, total, lastDay }: Pick<Proposal, 'version' | 'total' | 'lastDay'>,
  today: string,
): string =>
  `Version ${version}, ${formatDollars(total)}, good until ${formatWeekday(lastDay, today)}`

/** A moment as `Tue, 8:02 PM` within a week, and as `Nov 12, 7:15 PM` before. */
export function eventTime(iso: string, today: string, timeZone: string): string {
  const day = dayIn(timeZone, new Date(iso))
  const age = daysBetween(day, today)
  const name = age === 0 ? 'Today' : age < 7 ? weekdayName(day) : shortDay(day, today)
  return `${name}, ${formatTime(iso, timeZone)}`
}
