// Separate from the bid schemas, which the address of a screen does not need.

import { ordersOf } from './page.ts'

export const bidStatuses = ['pending', 'approved', 'rejected', 'follow_up'] as const
export type BidStatus = (typeof bidStatuses)[number]

/** Whether a bid may be approved: it is pending or waits for a follow-up. */
export const isApprovable = (status: BidStatus): boolean =>
  status === 'pending' || status === 'follow_up'

/**
 * Whether a change of several bids leaves this one as it is: an approved bid has become a job, and
 * a bid is rejected only once.
 */
export const keepsStatus = (before: BidStatus, after: BidStatus): boolean =>
  before === 'approved' || (before === 'rejected' && after === 'rejected')

/** The ways in which the office follows up on a bid, with their names on screen. */
export const followUpWays = { call: 'Call', text: 'Text', email: 'Email', visit: 'Visit' } as const
export type FollowUpWay = keyof typeof followUpWays

export const appointmentStatuses = ['scheduled', 'completed', 'cancelled', 'no_show'] as const

export const bidPriorities = ['high', 'medium', 'low'] as const

/** The sort keys of a list of bids; `status` sorts in the order a bid goes through them. */
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
