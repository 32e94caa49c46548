import type { Bid } from '@plumbline/contract/bids.ts'
import { type BidStatus, bidPriorities, bidRoutes, bidStatuses } from '@plumbline/contract/bids.ts'
import { pagedQuery, query } from '../api/query.ts'

export interface BidWords {
  readonly search?: string | undefined
  readonly status?: BidStatus | undefined
  readonly priority?: Bid['priority'] | undefined
  readonly followUpDue?: 'true' | undefined
}

/** The filter in an address; a status or priority that is none is ignored. */
export function bidWords(words: Readonly<Record<string, unknown>>): BidWords {
  const status = bidStatuses.find((known) => known === words.status)
  const priority = bidPriorities.find((known) => known === words.priority)
  const search = typeof words.search === 'string' ? words.search.trim() : ''
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(priority && { priority }),
    ...(words.followUpDue === 'true' && { followUpDue: 'true' as const }),
  }
}

/** The filtered bids, page by page. */
export const bidPages = (words: BidWords) => pagedQuery(bidRoutes.list, { query: { ...words } })

/** The three cards above them. */
export const bidTotals = (words: BidWords) => query(bidRoutes.totals, { query: words })

/** One bid; that there is none is an answer too, so it is not asked again by itself. */
export const bidQuery = (id: string) => ({
  ...query(bidRoutes.one, { params: { id } }),
  retryOnMount: false,
})
export const historyQuery = (id: string) => query(bidRoutes.history, { params: { id } })
export const appointmentsQuery = (id: string) => query(bidRoutes.appointments, { params: { id } })
