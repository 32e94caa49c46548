import { type FollowUpWay, followUpWays } from '@plumbline/contract/bidStatuses.ts'
import type { bidRoutes } from '@plumbline/contract/bids.ts'
import type { Reply } from '@plumbline/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { statusStyle } from '../../ui/status.ts'
import { amountText } from '../pricing/texts.ts'
import { proposalEventText } from '../proposals/eventText.ts'
import { historyQuery } from './api.ts'

type BidEvent = Reply<typeof bidRoutes.history>[number]

const statusTexts: Readonly<Record<string, string>> = {
  pending: 'Reopened',
  rejected: 'Rejected',
  follow_up: 'Marked for follow-up',
}

/** The text of a history event. */
export function eventText({ name, detail }: Pick<BidEvent, 'name' | 'detail'>): string {
  const fact = (key: string) => String(detail?.[key] ?? '')
  switch (name) {
    case 'bid.created':
      return 'Bid created'
    case 'bid.converted':
      return 'Approved and converted to a job'
    case 'bid.status':
      if (fact('from') === 'approved') return 'Approval taken back'
      return (
        (statusTexts[fact('to')] ?? statusStyle(fact('to')).label) +
        (fact('reason') && `: ${fact('reason')}`)
      )
    case 'bid.priced':
      return `Price saved: ${amountText(fact('total'))}`
    case 'bid.followUp':
      return `Followed up: ${followUpWays[fact('way') as FollowUpWay] ?? ''}`
    case 'bid.appointment':
      return `Appointment “${fact('title')}”: ${statusStyle(fact('status')).label}`
    default:
      return proposalEventText(name, detail?.version) ?? 'Bid changed'
  }
}

/** The history of a bid, newest first. */
export function BidHistory({ bidId }: { bidId: string }) {
  const { timeZone } = useCompany()
  const history = useQuery(historyQuery(bidId))
  return (
    <TitledPanel title="History">
      <QueryList
        list={history}
        noun="the history"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No history yet</p>}
      >
        {(events) => (
          <ol className="flex flex-col gap-3">
            {events.map((event) => (
              <li key={event.id}>
                <p className="wrap-anywhere">{eventText(event)}</p>
                <p className="text-sm text-ink-2">
                  {event.actorName && `${event.actorName} · `}
                  {formatMoment(event.createdAt, timeZone)}
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryList>
    </TitledPanel>
  )
}
