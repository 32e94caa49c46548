import { shortDay } from '@plumbline/contract/dates.ts'
import type { Payment } from '@plumbline/contract/payments.ts'
import { Fragment } from 'react'
import { useToday } from '../../screens/days.ts'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { jobPayments } from './api.ts'
import { paymentName, receiptPaths } from './texts.ts'

interface JobPaymentsProps {
  jobId: string
  /** The invoices of the job. */
  invoices: readonly { readonly id: string }[]
}

/** The payments and write-offs for the invoices of a job, each with its part for these. */
export function JobPayments({ jobId, invoices }: JobPaymentsProps) {
  const list = usePagedList(jobPayments(jobId))
  const ids = new Set(invoices.map(({ id }) => id))
  // Where only credit memos cover the invoices.
  if (list.data?.length === 0) return null
  return (
    <section aria-label="Payments" className="mt-4">
      <h3 className="border-b border-line-strong pb-1.5 text-sm font-medium text-ink-2">
        Payments
      </h3>
      <QueryList list={list} noun="payments" skeleton={<RowsSkeleton count={1} />} empty={null}>
        {(payments) => (
          <ul className="open-rows">
            {payments.map((payment) => (
              <Row key={payment.id} payment={payment} ofJob={ids} />
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  )
}

function Row({ payment, ofJob }: { payment: Payment; ofJob: ReadonlySet<string> }) {
  const today = useToday()
  const { id, kind, day, allocations } = payment
  const parts = allocations.filter(({ invoiceId }) => invoiceId !== null && ofJob.has(invoiceId))
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const name = paymentName(payment)
  return (
    <li className="open-row flex items-baseline gap-x-3 py-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {kind === 'payment' ? (
          <a
            href={receiptPaths(id).page}
            target="_blank"
            rel="noopener"
            aria-label={`Receipt of ${name}, ${shortDay(day, today)}`}
            className="touch-target font-medium underline decoration-line-strong underline-offset-3 hover:decoration-ink"
          >
            {name}
          </a>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <span className="text-sm text-ink-2">
          {' '}
          {shortDay(day, today)}, for{' '}
          {parts.map(({ invoiceId, number }, at) => (
            <Fragment key={invoiceId}>
              {at > 0 && ', '}
              <span className="whitespace-nowrap">{number}</span>
            </Fragment>
          ))}
        </span>
      </span>
      <span className="figures">{columnCents(amount)}</span>
    </li>
  )
}
