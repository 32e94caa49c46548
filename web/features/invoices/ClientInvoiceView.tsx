import { type ClientInvoice, clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, MessageSquare, Printer } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { call, isMissing } from '../../api/call.ts'
import { useMay, useMe } from '../../api/me.ts'
import { viewedId } from '../../api/viewAs.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { useChangeSearch } from '../../screens/screen.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { useIsShown } from '../../ui/useIsShown.ts'
import { paymentName } from '../payments/texts.ts'
import { clientInvoiceQuery } from './clientApi.ts'
import { InvoiceNotFound } from './InvoiceNotFound.tsx'
import { Paper } from './InvoicePaper.tsx'
import { stateToday } from './listTexts.ts'
import { PayByCard, useReturnFromCard } from './PayByCard.tsx'
import { styleOf } from './statuses.ts'
import { centsText, dueText, invoiceName, nounOf } from './texts.ts'

interface InvoiceProps {
  invoice: ClientInvoice
}

/** One invoice as its client reads it: the amount that is owed and until when, and the paper. */
export function ClientInvoiceView({ id, session }: { id: string; session?: string | undefined }) {
  const { data: invoice, error } = useSuspenseQuery(clientInvoiceQuery(id))
  useRememberOpened(
    isMissing(error)
      ? null
      : {
          ...{ kind: 'invoice', href: paths.invoice(id), label: invoiceName(invoice) },
          detail: invoice.jobName,
        },
  )
  const changeSearch = useChangeSearch()
  const forget = useCallback(() => changeSearch({ session: '' }), [changeSearch])
  useReturnFromCard(id, session, forget)
  useView(invoice)
  if (isMissing(error)) return <InvoiceNotFound />
  return (
    <>
      <ScreenPaper>
        <p>“Print” prints the {nounOf(invoice)}.</p>
      </ScreenPaper>
      <div className="mb-2 text-sm">
        <Link href={paths.invoices()} className="action-link no-print gap-1.5">
          <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">Back to </span>
          Invoices
        </Link>
      </div>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(19rem,1fr)]">
        <div className="min-w-0 lg:col-start-2">
          <Head invoice={invoice} />
          <Amount invoice={invoice} />
          <PayByCard invoice={invoice} />
          <Actions invoice={invoice} />
          <ByCheck invoice={invoice} />
          <Payments invoice={invoice} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Paper invoice={invoice} dueOn={invoice.dueOn} content={invoice.content} />
        </div>
      </div>
    </>
  )
}

/** The time on screen after which the office sees that an invoice was looked at. */
const VIEW_DELAY_MS = 2000

/** Notes on the server that an invoice is on screen. */
function useView({ id, status }: ClientInvoice) {
  const me = useMe()
  // The server shows it to whom it is for.
  const isNoted = useMay()('clientInvoice.answer', { addresseeId: me.id }) && status !== 'void'
  const isShown = useIsShown()
  useEffect(() => {
    if (!isNoted || !isShown) return
    // After a failure, the next visit notes it.
    const note = () =>
      void call(clientInvoiceRoutes.view, { params: { id } }).catch(() => undefined)
    const timer = setTimeout(note, VIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id, isNoted, isShown])
}

function Head({ invoice }: InvoiceProps) {
  const { title, jobId, jobName } = invoice
  const { label, tone, mark } = styleOf({ ...invoice, status: stateToday(invoice, useToday()) })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-lg tracking-tight wrap-anywhere">{invoiceName(invoice)}</h1>
        <Badge variant="outline" tone={tone} mark={mark}>
          {label}
        </Badge>
      </div>
      <p className="mt-0.5 text-ink-2 wrap-anywhere *:touch-target">
        {title},{' '}
        <Link href={paths.job(jobId)} className="hover:underline">
          {jobName}
        </Link>
      </p>
    </>
  )
}

/** The words about an invoice of which nothing is owed. */
function closingText({ status, received, total }: ClientInvoice): string {
  if (status === 'void') return 'Void. Nothing is owed.'
  return received < total ? 'Settled. Nothing is owed.' : 'Paid. Thank you.'
}

/** The amount that is owed and until when; the total of one that is paid or void. */
function Amount({ invoice }: InvoiceProps) {
  const today = useToday()
  const { kind, status, owed, total, dueOn } = invoice
  if (kind === 'creditMemo') return <Credit invoice={invoice} />
  const isVoid = status === 'void'
  const isOwed = owed > 0
  const isLate = isOwed && dueOn !== null && dueOn < today
  return (
    <div className="mt-4">
      <p className="figures text-xl font-bold tracking-tight">
        {isVoid ? (
          <s className="text-ink-2">{centsText(total)}</s>
        ) : (
          centsText(isOwed ? owed : total)
        )}
      </p>
      {isOwed && dueOn !== null ? (
        <p className="text-md">
          Due {formatDay(dueOn)},{' '}
          <span className={isLate ? 'font-medium text-bad' : 'text-ink-2'}>
            {dueText(dueOn, today)}
          </span>
        </p>
      ) : (
        <p className="text-ink-2">{closingText(invoice)}</p>
      )}
      {isOwed && owed !== total && (
        <p className="figures text-ink-2">of {centsText(total)} in all</p>
      )}
    </div>
  )
}

/** The amount of a credit memo, and where it stands. */
function Credit({ invoice: { status, total } }: InvoiceProps) {
  const isVoid = status === 'void'
  const words = isVoid
    ? 'Void. This is no longer credited.'
    : status === 'paid'
      ? 'All of it was used.'
      : 'This is credited to you: it is taken off what you owe, or paid back.'
  return (
    <div className="mt-4">
      <p className="figures text-xl font-bold tracking-tight">
        {isVoid ? <s className="text-ink-2">{centsText(-total)}</s> : centsText(-total)}
      </p>
      <p className="text-ink-2">{words}</p>
    </div>
  )
}

function Actions({ invoice: { id, jobId } }: InvoiceProps) {
  // An admin who views as the client opens the same document as the office, as which they ask.
  const at = `/api/${viewedId() === undefined ? 'my-invoices' : 'invoices'}/${id}/document`
  const file = { target: '_blank', rel: 'noopener' }
  return (
    <div className="no-print mt-4 flex flex-wrap gap-2 max-sm:*:flex-auto">
      <a href={`${at}.pdf`} {...file} className={buttonVariants()}>
        <Download aria-hidden />
        PDF
      </a>
      <a href={`${at}?print=yes`} {...file} className={buttonVariants()}>
        <Printer aria-hidden />
        Print
      </a>
      <Link href={paths.messages({ jobId })} className={buttonVariants()}>
        <MessageSquare aria-hidden />
        Message
      </Link>
    </div>
  )
}

/** The money that came in for it, each with its receipt. */
function Payments({ invoice: { payments } }: InvoiceProps) {
  const today = useToday()
  const received = payments.filter(({ kind }) => kind === 'payment')
  if (received.length === 0) return null
  // An admin who views as the client opens the receipt of the office, as which they ask.
  const owner = viewedId() === undefined ? 'my-payments' : 'payments'
  const file = { target: '_blank', rel: 'noopener' }
  return (
    <section aria-labelledby="payments" className="no-print mt-6">
      <h2 id="payments" className="border-b border-line-strong pb-1.5">
        Payments
      </h2>
      <ul className="open-rows">
        {received.map((payment) => {
          const at = `/api/${owner}/${payment.paymentId}/receipt`
          const day = shortDay(payment.day, today)
          const name = `${paymentName(payment)}, ${day}`
          return (
            <li
              key={payment.paymentId}
              className="open-row flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0 flex-1 basis-24 wrap-anywhere">
                {paymentName(payment)}, <span className="whitespace-nowrap">{day}</span>
              </span>
              <span className="flex gap-4 text-sm">
                <a
                  href={`${at}?print=yes`}
                  {...file}
                  aria-label={`Receipt of ${name}`}
                  className="action-link"
                >
                  Receipt
                </a>
                <a
                  href={`${at}.pdf`}
                  {...file}
                  aria-label={`Receipt of ${name} as PDF`}
                  className="action-link justify-center touch:min-w-11"
                >
                  PDF
                </a>
              </span>
              <b className="figures">{centsText(payment.amount)}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A customer without a computer pays as they always did. */
function ByCheck({ invoice: { owed, number, content, takesCard, processing } }: InvoiceProps) {
  if (owed <= 0 || processing !== null) return null
  const { name, address } = content.company
  return (
    <section aria-labelledby="by-check" className="mt-6">
      <h2 id="by-check" className="border-b border-line-strong pb-1.5">
        {takesCard ? 'Or by check' : 'By check'}
      </h2>
      <p className="mt-2.5 text-ink-2 wrap-anywhere">
        To {name}, with <b className="figures font-medium text-ink">{number}</b> on it
        {address && `, by mail to ${address}`}.
      </p>
    </section>
  )
}
