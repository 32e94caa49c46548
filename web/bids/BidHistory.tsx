import type { bidRoutes } from '@plumbline/contract/bids.ts'
import type { Reply } from '@plumbline/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../api/company.ts'
import { Section } from '../ui/Headings.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { statusStyle } from '../ui/status.ts'
import { formatMoment } from '../ui/zoned.ts'
import { historyQuery } from './api.ts'

type BidEvent = Reply<typeof bidRoutes.history>[number]

const moves: Readonly<Record<string, string>> = {
  pending: 'Reopened',
  rejected: 'Rejected',
  follow_up: 'Marked for follow-up',
}

/** One line of the history in words. */
export function eventText({ name, detail }: Pick<BidEvent, 'name' | 'detail'>): string {
  const said = (key: string) => String(detail?.[key] ?? '')
  switch (name) {
    case 'bid.created':
      return 'Bid created'
    case 'bid.converted':
      return 'Approved and converted to a job'
    case 'bid.status':
      return (
        (moves[said('to')] ?? statusStyle(said('to')).label) +
        (said('reason') && `: ${said('reason')}`)
      )
    case 'bid.appointment':
      return `Appointment “${said('title')}”: ${statusStyle(said('status')).label}`
    default:
      return 'Bid changed'
  }
}

/** What happened to a bid, newest first. */
export function BidHistory({ bidId }: { bidId: string }) {
  const { timeZone } = useCompany()
  const { data: events, error } = useQuery(historyQuery(bidId))
  return (
    <Section title="History">
      {events ? (
        <ol className="flex flex-col gap-3 p-4">
          {events.map((event) => (
            <li key={event.id}>
              <p className="wrap-anywhere">{eventText(event)}</p>
              <p className="text-sm text-ink-2">
                {event.actorName && `${event.actorName} · `}
                {formatMoment(event.createdAt, timeZone)}
              </p>
            </li>
          ))}
          {events.length === 0 && <li className="text-ink-2">Nothing has happened yet</li>}
        </ol>
      ) : error ? (
        <p className="p-4 text-ink-2">The history could not be loaded</p>
      ) : (
        <Skeleton className="m-4 h-16" />
      )}
    </Section>
  )
}
