import {
  dayIn,
  daysBetween,
  formatWeekday,
  shortDay,
  weekdayName,
} from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type InviteAddress, inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Proposal, proposalRoutes } from '@plumbline/contract/proposals.ts'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { formatTime } from '../../ui/format.ts'
import type { Source } from './source.ts'

/** The versions of a bid or a change order that were sent, newest first. */
export const proposalsQuery = ({ kind, id }: Pick<Source, 'kind' | 'id'>) =>
  query(kind === 'bid' ? proposalRoutes.list : proposalRoutes.listOfChange, { params: { id } })

interface LinkPath {
  readonly path: string | null
}
/** A read of the path of a page that a customer opens; null where there is none. */
export type LinkQuery<K extends QueryKey> = UseQueryOptions<LinkPath, Error, LinkPath, K>

/** The path of the page that the customer opens. */
export const linkPathQuery = (id: string) => query(proposalRoutes.link, { params: { id } })

/** The origin of links for people outside of the office, the same as that of invites. */
export const linkAddressQuery = query(inviteRoutes.address)

/** Whether customers are emailed here, which also needs a public address for the links. */
export const emailsCustomers = ({ sendsEmail, hasPublicUrl }: InviteAddress): boolean =>
  sendsEmail && hasPublicUrl

/** The last day of an open version: `good until Sat, Dec 12`, `answer by Mon, Nov 23`. */
export const untilText = (
  { lastDay, changeOrderId }: Pick<Proposal, 'lastDay' | 'changeOrderId'>,
  today: string,
): string => `${changeOrderId ? 'answer by' : 'good until'} ${formatWeekday(lastDay, today)}`

/** A version in one line: `Version 2, $52,000.00, good until Sat, Dec 12`. */
export const versionLine = (
  proposal: Pick<Proposal, 'version' | 'total' | 'lastDay' | 'changeOrderId'>,
  today: string,
): string =>
  `Version ${proposal.version}, ${formatDollars(proposal.total)}, ${untilText(proposal, today)}`

/** A moment as `Tue, 8:02 PM` within a week, and as `Nov 12, 7:15 PM` before. */
export function eventTime(iso: string, today: string, timeZone: string): string {
  const day = dayIn(timeZone, new Date(iso))
  const age = daysBetween(day, today)
  const name = age === 0 ? 'Today' : age < 7 ? weekdayName(day) : shortDay(day, today)
  return `${name}, ${formatTime(iso, timeZone)}`
}
