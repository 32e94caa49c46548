import { formatDay } from '@plumbline/contract/dates.ts'
import type { ListedInvoice } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { lateness, listedTitle, stateToday } from './listTexts.ts'
import { styleOf } from './statuses.ts'
import { centsText } from './texts.ts'

/** A summary of an invoice: its state, whom it is for, and until when what is owed. */
export function InvoiceCard({ invoice }: { invoice: ListedInvoice }) {
  const nameId = useId()
  const today = useToday()
  const { id, number, customerId, customerName, jobName, dueOn, total, owed } = invoice
  const title = listedTitle(invoice)
  const state = stateToday(invoice, today)
  const { label, tone, mark } = styleOf({ ...invoice, status: state })
  const late = lateness(invoice, today)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <Link href={paths.invoice(id)} aria-describedby={nameId} className="action-link no-print">
            View Details
          </Link>
          {owed > 0 && owed !== total && (
            <span className="ml-auto">
              Owed <b className="figures font-medium text-ink">{formatCents(owed)}</b>
            </span>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge variant="outline" tone={tone} mark={mark}>
          {label}
        </Badge>
        <b className="figures ml-auto font-bold">{centsText(total)}</b>
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
          {number ?? title}
        </h2>
        {number && <p className="text-sm text-ink-2 wrap-anywhere">{title}</p>}
      </div>
      <div className="flex flex-col gap-1 text-sm text-ink-2">
        <p className="wrap-anywhere">
          <CustomerName id={customerId}>{customerName}</CustomerName>
        </p>
        {jobName && <p className="wrap-anywhere">{jobName}</p>}
        {dueOn && state !== 'void' && (
          <p className={state === 'overdue' ? 'text-bad' : undefined}>
            Due {formatDay(dueOn)}
            {late && `, ${late}`}
          </p>
        )}
      </div>
    </Card>
  )
}
