// Apart from the schemas, which a screen's address does not need.

import { type OrderOf, ordersOf } from './page.ts'

export const bidStatuses = ['pending', 'approved', 'rejected', 'follow_up'] as const
export type BidStatus = (typeof bidStatuses)[number]

/** Whether a bid may be approved: it is open, also while somebody waits to follow up on it. */
export const isApprovable = (status: BidStatus): boolean =>
  status === 'pending' || status === 'follow_up'

/** Whether a bid stays as it is when several get a status: an approved one has become a job, and one is rejected once. */
export const isKept = (before: BidStatus, after: BidStatus): boolean =>
  before === 'approved' || (before === 'rejected' && after === 'rejected')

export const bidPriorities = ['high', 'medium', 'low'] as const

/** What a list of bids is sorted by; `status` in the order a bid goes through them. */
export const bidSorts = [
  'name',
  'customer',
  'status',
  'priority',
  'followUp',
  'amount',
  'created',
] as const
export type BidSort = (typeof bidSorts)[number]
export const bidOrders = ordersOf(bidSorts)
export type BidOrder = OrderOf<BidSort>
