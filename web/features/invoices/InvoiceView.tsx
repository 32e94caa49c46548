import type { Invoice } from '@plumbline/contract/invoices.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { isMissing } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Link } from '../../screens/Link.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CreditNotice } from '../payments/CreditNotice.tsx'
import { InvoicePayments } from '../payments/InvoicePayments.tsx'
import { InvoiceReminders } from '../reminders/InvoiceReminders.tsx'
import { invoiceQuery } from './api.ts'
import { InvoiceActions, IssuedActions, isOpenInvoice } from './InvoiceActions.tsx'
import { InvoiceFigures } from './InvoiceFigures.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoiceNote } from './InvoiceNote.tsx'
import { InvoiceNotFound } from './InvoiceNotFound.tsx'
import { InvoicePaper } from './InvoicePaper.tsx'
import { styleOf } from './statuses.ts'
import { centsText, invoiceName, nounOf } from './texts.ts'

/** One invoice: as the customer gets it, and where it stands. */
export function InvoiceView({ id }: { id: string }) {
  const mayWrite = useMay()('finance.write')
  const { data: invoice, error } = useSuspenseQuery(invoiceQuery(id))
  useRememberOpened(
    isMissing(error)
      ? null
      : {
          ...{ kind: 'invoice', href: paths.invoice(id), label: invoiceName(invoice) },
          detail: invoice.customerName,
        },
  )
  if (isMissing(error)) return <InvoiceNotFound />
  return (
    <>
      {/* The screen has the note of the office, which is not for the customer. */}
      <ScreenPaper>
        <p>“Open document” prints the {nounOf(invoice)} as the customer gets it.</p>
      </ScreenPaper>
      <Head invoice={invoice} />
      <div className="mt-5 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(19rem,1fr)]">
        <div className="min-w-0 max-lg:row-start-2">
          <InvoicePaper invoice={invoice} />
        </div>
        {/* Beside the paper; on a phone the figures are above it and the rest is below. */}
        <div className="flex min-w-0 flex-col gap-8 max-lg:contents">
          <div className="max-lg:row-start-1">
            <InvoiceFigures invoice={invoice} />
            <CopyLinks invoice={invoice} />
            {invoice.processing !== null && (
              <p role="status" className="mt-3 text-ink-2">
                A card payment of {centsText(invoice.processing)} is being processed.
              </p>
            )}
            {mayWrite && isOpenInvoice(invoice) && <CreditNotice invoice={invoice} />}
            {isOpenInvoice(invoice) && <InvoiceReminders id={id} />}
          </div>
          <InvoicePayments invoice={invoice} />
          <InvoiceHistory invoice={invoice} />
          <InvoiceNote invoice={invoice} />
          <IssuedActions invoice={invoice} />
        </div>
      </div>
    </>
  )
}

/** The ways from a void invoice to its corrected copy, and back. */
function CopyLinks({ invoice: { events } }: { invoice: Invoice }) {
  return events.map(
    ({ id, kind, other }) =>
      other && (
        <p key={id} className="mt-3 text-ink-2 *:touch-target">
          {kind === 'voided' ? 'Corrected copy: ' : 'Corrected copy of '}
          <Link href={paths.invoice(other.id)} className="font-medium text-ink underline">
            {other.number ?? 'draft'}
          </Link>
        </p>
      ),
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { customerId, customerName, jobId, jobName } = invoice
  const { label, tone, mark } = styleOf(invoice)
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-60 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-lg tracking-tight wrap-anywhere">{invoiceName(invoice)}</h1>
          <Badge variant="outline" tone={tone} mark={mark}>
            {label}
          </Badge>
          <p className="min-w-0 text-ink-2 wrap-anywhere *:touch-target">
            <Link href={paths.customer(customerId)} className="hover:underline">
              {customerName}
            </Link>
            {jobId !== null && (
              <>
                {', '}
                <Link href={paths.job(jobId)} className="hover:underline">
                  {jobName}
                </Link>
              </>
            )}
          </p>
        </div>
        <InvoiceActions invoice={invoice} />
      </div>
    </div>
  )
}
