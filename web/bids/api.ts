import type { BidStatus } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { FileText } from 'lucide-react'
import { pagedQuery, query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

export interface BidFilter {
  readonly search?: string | undefined
  readonly status?: BidStatus | undefined
  readonly priority?: Bid['priority'] | undefined
  readonly followUpDue?: 'true' | undefined
}

/** The filtered bids, page by page. */
export const bidPages = (filter: BidFilter) => pagedQuery(bidRoutes.list, { query: { ...filter } })

/** The figures above them. */
export const bidTotals = (filter: BidFilter) => query(bidRoutes.totals, { query: { ...filter } })

export const bidQuery = (id: string) => query(bidRoutes.one, { params: { id } })
export const historyQuery = (id: string) => query(bidRoutes.history, { params: { id } })
export const appointmentsQuery = (id: string) => query(bidRoutes.appointments, { params: { id } })

/** Bids by name, address, customer or phone number; for admins. */
export const bidCommands: CommandSource = {
  heading: 'Bids',
  from: 1,
  find: async (text, { may, client }) => {
    if (!may('bid.list')) return []
    const bids = await client.query(query(bidRoutes.list, { query: { search: text, limit: '6' } }))
    return bids.map(({ id, name, customerName, address }) => ({
      id,
      label: name,
      detail: customerName ?? address,
      icon: FileText,
      href: paths.bid(id),
    }))
  },
}
