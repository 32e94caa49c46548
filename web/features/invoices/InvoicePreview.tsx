import { type InvoiceAmounts, leftOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import type { JobInvoicing } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { cx } from 'class-variance-authority'
import { Alert } from '../../ui/Alert.tsx'

const dollars = (cents: number | null) =>
  cents === null ? '–' : formatCents(cents).replace('-', '−')

interface InvoicePreviewProps {
  /** The amounts of a credit memo are shown as they are credited. */
  kind: InvoiceKind
  /** Null while they are not known. */
  amounts: InvoiceAmounts | null
  job: JobInvoicing | undefined
  className?: string
}

/** The amounts of an invoice as it is typed, and what it leaves of the contract. */
export function InvoicePreview({ kind, amounts, job, className }: InvoicePreviewProps) {
  const isCredit = kind === 'creditMemo'
  const shown = (cents: number) => dollars(isCredit ? -cents : cents)
  const name = isCredit ? 'Total credit' : 'Total'
  const hasParts = amounts !== null && (amounts.discount !== 0 || amounts.tax !== 0)
  const hasContract = job !== undefined && job.contract.amount > 0
  return (
    <dl
      className={cx(
        'figures grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-1 text-right [&_dt]:text-left [&_dt]:text-ink-2',
        className,
      )}
    >
      {hasParts && (
        <>
          <dt>Subtotal</dt>
          <dd>{shown(amounts.subtotal)}</dd>
          {amounts.discount !== 0 && (
            <>
              <dt>Discount</dt>
              <dd>{dollars(-amounts.discount)}</dd>
            </>
          )}
          {amounts.tax !== 0 && (
            <>
              <dt>{job?.taxName ?? 'Tax'}</dt>
              <dd>{shown(amounts.tax)}</dd>
            </>
          )}
        </>
      )}
      <dt className="font-bold text-ink!">{name}</dt>
      <dd>
        <output aria-label={name} className="text-md font-bold tracking-tight">
          {amounts ? shown(amounts.total) : '–'}
        </output>
      </dd>
      {hasContract && (
        <>
          <dt>Left to invoice after it</dt>
          <dd>{dollars(amounts && leftOf(job) - amounts.total)}</dd>
        </>
      )}
    </dl>
  )
}

/** Says that an invoice is more than is left of the contract, which is allowed. */
export function OverContract({ total, job }: { total: number; job: JobInvoicing }) {
  const over = total - Math.max(leftOf(job), 0)
  if (job.contract.amount <= 0 || over <= 0) return null
  return (
    <Alert tone="warn">
      This is {formatCents(over)} more than is left to invoice of the contract. Is a change order
      missing?
    </Alert>
  )
}
