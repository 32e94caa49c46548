// Apart from the schemas, which a screen's address does not need.

export const bidStatuses = ['pending', 'approved', 'rejected', 'follow_up'] as const
export type BidStatus = (typeof bidStatuses)[number]

/** Whether a bid may be approved: it is open, also while somebody waits to follow up on it. */
export const isApprovable = (status: BidStatus): boolean =>
  status === 'pending' || status === 'follow_up'

export const bidPriorities = ['high', 'medium', 'low'] as const
