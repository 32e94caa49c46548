import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { call } from '../api/call.ts'
import { amountColumn, dayColumn, inWords, type Printout, printout } from '../print/printout.ts'
import { priorityStyle, statusStyle } from '../ui/status.ts'
import type { BidFilter } from './api.ts'

/** The filtered bids on paper. */
export async function printedBids(filter: BidFilter): Promise<Printout> {
  const rows = await call(bidRoutes.list, { query: { ...filter } })
  return printout({
    title: 'Pending Bids',
    filter: inWords('All bids', [
      ['Status', filter.status && statusStyle(filter.status).label],
      ['Priority', filter.priority && priorityStyle(filter.priority).label],
      ['Follow-up due', filter.followUpDue && 'Yes'],
      ['Search', filter.search],
    ]),
    noun: ['bid', 'bids'],
    columns: [
      { label: 'Project', share: 1.4, text: ({ name }) => name },
      { label: 'Address', share: 1.3, text: ({ address }) => address },
      { label: 'Customer', text: ({ customerName }) => customerName ?? '' },
      { label: 'Phone', share: 1.15, text: ({ customerPhone }) => customerPhone ?? '' },
      { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
      { label: 'Priority', kind: 'short', text: ({ priority }) => priorityStyle(priority).label },
      dayColumn<Bid>('Follow-Up', ({ followUpDate }) => followUpDate),
      amountColumn<Bid>('Amount', ({ estimatedAmount }) => estimatedAmount),
    ],
    rows,
  })
}
