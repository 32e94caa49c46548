// Apart from the schemas, which a screen's address does not need.

export const bidStatuses = ['pending', 'approved', 'rejected', 'follow_up'] as const
export type BidStatus = (typeof bidStatuses)[number]

export const bidPriorities = ['high', 'medium', 'low'] as const
