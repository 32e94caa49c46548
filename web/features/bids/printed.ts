import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { call } from '../../api/call.ts'
import { openFirst } from '../../api/query.ts'
import {
  amountColumn,
  dayColumn,
  describeFilter,
  type Printout,
  printout,
} from '../../print/printout.ts'
import { phoneText } from '../../ui/phone.ts'
import { priorityStyle, statusStyle } from '../../ui/status.ts'
import type { BidFilter } from './api.ts'

interface Bids {
  /** A description of the filter. */
  readonly filter: string
  readonly rows: readonly Bid[]
}

/** The printout of bids. */
export function bidsOnPaper({ filter, rows }: Bids): Printout {
  return printout({
    title: 'Pending Bids',
    filter,
    noun: ['bid', 'bids'],
    columns: [
      { label: 'Project', share: 1.4, text: ({ name }) => name },
      { label: 'Address', share: 1.3, text: ({ address }) => address },
      { label: 'Customer', text: ({ customerName }) => customerName ?? '' },
      { label: 'Phone', share: 1.15, text: ({ customerPhone }) => phoneText(customerPhone ?? '') },
      { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
      { label: 'Priority', kind: 'short', text: ({ priority }) => priorityStyle(priority).label },
      dayColumn<Bid>('Follow-Up', ({ followUpDate }) => followUpDate),
      amountColumn<Bid>('Amount', ({ estimatedAmount }) => estimatedAmount),
    ],
    rows,
  })
}

/** The printout of all filtered bids. */
export async function printedBids(filter: BidFilter): Promise<Printout> {
  const rows = await call(bidRoutes.list, { query: openFirst(filter) })
  const filterText = describeFilter('All bids', [
    ['Status', filter.status && statusStyle(filter.status).label],
    ['Open', filter.open && 'Yes'],
    ['Priority', filter.priority && priorityStyle(filter.priority).label],
    ['Follow-up due', filter.followUpDue && 'Yes'],
    ['Search', filter.search],
  ])
  return bidsOnPaper({ filter: filterText, rows })
}
