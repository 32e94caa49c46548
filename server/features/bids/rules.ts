import type { BidStatus } from '@plumbline/contract/bidStatuses.ts'
import type { BidChange } from '@plumbline/contract/bids.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'

/**
 * Checks that a bid in this state may be changed this way. An approved bid keeps its status, and
 * only a conversion approves a bid (409). A follow-up needs a date (400). Any other change of
 * status is allowed.
 */
export function requireChange(
  before: { status: BidStatus; followUpDate: string | null },
  change: BidChange,
) {
  const { status } = change
  if (status === undefined || status === before.status) return
  if (before.status === 'approved' || status === 'approved') throw new Failure('bidDecided')
  const date = change.followUpDate === undefined ? before.followUpDate : change.followUpDate
  if (status === 'follow_up' && !date)
    throw invalid({ followUpDate: 'Choose the day to follow up' })
}
