import type { Bid } from '@plumbline/contract/bids.ts'
import { Phone, UserRound } from 'lucide-react'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { BidActions } from './BidActions.tsx'
import { FollowUpDay } from './BidCard.tsx'
import { Contact, MapLink } from './BidFacts.tsx'

/** The head of a bid: how it stands, where it is, for whom, and what can be done. */
export function BidHead({ bid }: { bid: Bid }) {
  const { name, status, priority, address, customerId, customerName, customerPhone } = bid
  return (
    <div className="@container mb-2">
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <StatusBadge status={status} />
        <PriorityBadge priority={priority} />
        <FollowUpDay bid={bid} />
        <MapLink address={address} />
        {customerName && (
          <span className="inline-flex items-center gap-2 wrap-anywhere">
            <UserRound aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            <CustomerName id={customerId}>{customerName}</CustomerName>
          </span>
        )}
        {customerPhone && (
          <Contact href={callUrl(customerPhone)} icon={<Phone aria-hidden />}>
            {phoneText(customerPhone)}
          </Contact>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="min-w-60 flex-1 text-lg tracking-tight wrap-anywhere">{name}</h1>
        <BidActions bid={bid} />
      </div>
    </div>
  )
}
