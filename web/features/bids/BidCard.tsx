import type { Bid } from '@plumbline/contract/bids.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { Mail, Phone, UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '../../paths.ts'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'

const ApproveBid = lazyPart(async () => ({
  default: (await import('./ApproveBid.tsx')).ApproveBid,
}))

const lineClasses = 'flex items-center gap-2 wrap-anywhere [&_svg]:size-3.5 [&_svg]:shrink-0'
const linkClasses = `${lineClasses} hover:text-ink hover:underline touch:min-h-11`

/** The formatted estimate, or `Not specified`. */
export const estimate = ({ estimatedAmount }: Bid) =>
  estimatedAmount === null ? 'Not specified' : formatCents(estimatedAmount)

/** Whether the day to follow up an open bid is over. */
const isOverdue = ({ status, followUpDate }: Bid, today: string) =>
  status === 'follow_up' && followUpDate !== null && followUpDate < today

/** The day to follow up a bid: `Nov 24, 2026, overdue`. */
export const followUpText = (bid: Bid, today: string) =>
  `${formatDay(bid.followUpDate)}${isOverdue(bid, today) ? ', overdue' : ''}`

/** The day to follow up a bid that waits for it, marked once it is over. */
export function FollowUpDay({ bid }: { bid: Bid }) {
  const today = useToday()
  if (bid.status !== 'follow_up' || !bid.followUpDate) return null
  return (
    <p className={`figures font-medium ${isOverdue(bid, today) ? 'text-bad' : 'text-ink'}`}>
      Follow up {followUpText(bid, today)}
    </p>
  )
}

/** A summary of a bid, with an approve button if it is pending. */
export function BidCard({ bid }: { bid: Bid }) {
  const nameId = useId()
  const [approving, setApproving] = useState(false)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <Link href={paths.bid(bid.id)} aria-describedby={nameId} className="action-link no-print">
            View Details
          </Link>
          {bid.status === 'pending' && (
            <Button
              size="sm"
              className="ml-auto"
              aria-describedby={nameId}
              onClick={() => setApproving(true)}
            >
              Approve
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <StatusBadge status={bid.status} />
        <PriorityBadge priority={bid.priority} />
        <b className="figures ml-auto font-bold">{estimate(bid)}</b>
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
          <Link href={paths.bid(bid.id)} className="touch-target hover:underline">
            {bid.name}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">{bid.address}</p>
      </div>
      <div className="flex flex-col gap-1 text-sm text-ink-2">
        {bid.customerName && (
          <p className={lineClasses}>
            <UserRound aria-hidden />
            <CustomerName id={bid.customerId}>{bid.customerName}</CustomerName>
          </p>
        )}
        {bid.customerEmail && (
          <a href={mailUrl(bid.customerEmail)} className={linkClasses}>
            <Mail aria-hidden />
            {bid.customerEmail}
          </a>
        )}
        {bid.customerPhone && (
          <a href={callUrl(bid.customerPhone)} className={linkClasses}>
            <Phone aria-hidden />
            {phoneText(bid.customerPhone)}
          </a>
        )}
        <FollowUpDay bid={bid} />
      </div>
      {approving && <ApproveBid bid={bid} offersUndo onClose={() => setApproving(false)} />}
    </Card>
  )
}
