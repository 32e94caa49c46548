import type { ChangeOrderStatus } from '@plumbline/contract/changeOrderStatuses.ts'
import type { Offer } from '@plumbline/contract/changeOrders.ts'
import { dayIn, formatWeekday, shortDay } from '@plumbline/contract/dates.ts'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { StatusMark } from '../../ui/Badge.tsx'
import { type Mark, type Tone, toneText } from '../../ui/status.ts'

const closed = { tone: 'neutral', mark: 'cross' } as const
const styles: Readonly<Record<ChangeOrderStatus, { readonly tone: Tone; readonly mark: Mark }>> = {
  sent: { tone: 'warn', mark: 'half' },
  approved: { tone: 'good', mark: 'dot' },
  draft: closed,
  declined: closed,
  withdrawn: closed,
  expired: closed,
}

/** Until when a change order can be answered, or what became of it. */
export function OfferStatus({ offer }: { offer: Offer }) {
  const text = useStatusText(offer)
  const { status, signedBy, proposalId } = offer
  const { tone, mark } = styles[status]
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <p className={`flex min-w-0 items-baseline gap-1.5 ${toneText[tone]}`}>
        <StatusMark mark={mark} className="size-2.5 shrink-0" />
        <span className="min-w-0">{text}</span>
      </p>
      {status === 'approved' && signedBy && proposalId && (
        <a
          href={`/api/proposals/${proposalId}/document.pdf`}
          target="_blank"
          rel="noopener"
          className="action-link no-print"
        >
          Signed copy
        </a>
      )}
    </div>
  )
}

function useStatusText({ status, lastDay, signedBy, decidedAt }: Offer): string {
  const { timeZone, companyName } = useCompany()
  const today = useToday()
  // One that was sent has a last day.
  const last = lastDay ? formatWeekday(lastDay, today) : ''
  const day = decidedAt && shortDay(dayIn(timeZone, new Date(decidedAt)), today)
  switch (status) {
    case 'sent':
      return `Waits for you, answer by ${last}`
    case 'approved':
      return [signedBy ? `Approved by ${signedBy}` : 'Approved', day].filter(Boolean).join(', ')
    case 'declined':
      return `Declined${day ? ` on ${day}` : ''}. Your contract stays as it is.`
    case 'expired':
      return `The last day to answer was ${last}. If you still want this, please ask ${companyName}.`
    default:
      return `${companyName} withdrew this change. There is nothing to answer.`
  }
}
