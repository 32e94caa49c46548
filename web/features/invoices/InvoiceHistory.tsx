import type { Invoice } from '@plumbline/contract/invoices.ts'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { StatusMark } from '../../ui/Badge.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { toneText } from '../../ui/status.ts'
import { eventTime } from '../proposals/api.ts'
import { eventLine } from './texts.ts'

/** The steps of an invoice, newest first, with who took them. */
export function InvoiceHistory({ invoice: { events } }: { invoice: Invoice }) {
  const { timeZone } = useCompany()
  const today = useToday()
  return (
    <TitledPanel title="History">
      <ol>
        {events.toReversed().map((event, at) => {
          const { title, detail, tone, mark } = eventLine(event)
          return (
            <li key={event.id} className="flex gap-2.5">
              <span className={`flex flex-col items-center pt-1.5 ${toneText[tone]}`}>
                <StatusMark mark={mark} />
                {at < events.length - 1 && (
                  <span className="mt-1.5 flex-1 border-l border-line-strong" />
                )}
              </span>
              <div className="min-w-0 flex-1 pb-2.5">
                <p className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">
                    {title}{' '}
                    {event.actorName && (
                      <span className="text-sm text-ink-2">{event.actorName}</span>
                    )}
                  </span>
                  <time dateTime={event.createdAt} className="figures shrink-0 text-sm text-ink-2">
                    {eventTime(event.createdAt, today, timeZone)}
                  </time>
                </p>
                {/* Somebody waits for an answer to a question. */}
                {detail && event.kind === 'question' && (
                  <p className="whitespace-pre-line wrap-anywhere">{detail}</p>
                )}
                {detail && event.kind !== 'question' && (
                  <div className="text-sm">
                    <ClampedText>{detail}</ClampedText>
                  </div>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </TitledPanel>
  )
}
