import { formatDay } from '@plumbline/contract/dates.ts'
import { termNames } from '@plumbline/contract/invoiceStatuses.ts'
import type { Invoice } from '@plumbline/contract/invoices.ts'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useToday } from '../../screens/days.ts'
import { amountText } from '../pricing/texts.ts'
import { centsText, dueText, leftAgain } from './texts.ts'

/** The amount of an invoice, when it is due, and what is still owed. */
export function InvoiceFigures({ invoice }: { invoice: Invoice }) {
  const today = useToday()
  const { kind, status, total, owed, paid, received, dueOn, terms, content, events } = invoice
  if (kind === 'creditMemo' && status !== 'void') return <CreditFigures invoice={invoice} />
  if (status === 'void') {
    const reason = events.findLast(({ kind }) => kind === 'voided')?.note
    return (
      <>
        <Row>
          <Figure name={kind === 'creditMemo' ? 'Left to apply' : 'Owed'} isLead>
            {centsText(owed)}
          </Figure>
          <Figure name={kind === 'creditMemo' ? 'Total credit' : 'Total'}>
            <s className="text-ink-2">{centsText(kind === 'creditMemo' ? -total : total)}</s>
          </Figure>
        </Row>
        {reason && (
          <p className="mt-3 border-t border-line-strong pt-2.5 wrap-anywhere whitespace-pre-line">
            <b className="font-bold">Void:</b> {reason}
          </p>
        )}
      </>
    )
  }
  if (status === 'draft')
    return (
      <Row>
        <Figure name="Total" isLead>
          {content ? centsText(total) : '–'}
        </Figure>
        <Figure name="Due">{terms === 'day' ? formatDay(dueOn) : termNames[terms]}</Figure>
        {content?.contract && (
          <Figure name="Left to invoice">{amountText(content.contract.left)}</Figure>
        )}
      </Row>
    )
  const isOverdue = status === 'overdue'
  return (
    <>
      <Row>
        <Figure name="Owed" isLead>
          {centsText(owed)}
        </Figure>
        <Figure name="Due" note={dueOn && owed > 0 && dueText(dueOn, today)} isBad={isOverdue}>
          {formatDay(dueOn)}
        </Figure>
        <Figure name="Total" note={paid > 0 && paidNote(received, paid - received)}>
          {centsText(total)}
        </Figure>
      </Row>
      {paid > 0 && owed > 0 && (
        <div aria-hidden className="mt-3 flex h-1.5 gap-px overflow-hidden rounded-xs">
          <span className="bg-good" style={{ flex: paid }} />
          <span className="bg-line-strong" style={{ flex: owed }} />
        </div>
      )}
    </>
  )
}

/** The part that was paid with money, and the part that was credited or written off. */
const paidNote = (received: number, otherwise: number) =>
  [
    received > 0 && `${centsText(received)} paid`,
    otherwise > 0 && `${centsText(otherwise)} credited or written off`,
  ]
    .filter(Boolean)
    .join(', ')

/** The amount of a credit memo, the part that is not used, and what it leaves to invoice. */
function CreditFigures({ invoice }: { invoice: Invoice }) {
  const { status, total, paid, content, jobId, left } = invoice
  const isDraft = status === 'draft'
  const credit = content ? centsText(-total) : '–'
  return (
    <>
      <Row>
        {!isDraft && (
          <Figure name="Left to apply" isLead>
            {centsText(paid - total)}
          </Figure>
        )}
        <Figure name="Total credit" isLead={isDraft}>
          {credit}
        </Figure>
        {isDraft && content && left !== null && (
          <Figure name="Left to invoice after it">{centsText(left - total)}</Figure>
        )}
      </Row>
      {jobId !== null && <p className="mt-3 text-ink-2">{leftAgain}</p>}
    </>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-x-9 gap-y-2.5">{children}</dl>
}

interface FigureProps {
  name: string
  isLead?: boolean
  /** A line under the value. */
  note?: ReactNode
  /** Whether the note is about what is not in order. */
  isBad?: boolean
  children: ReactNode
}

function Figure({ name, isLead = false, note, isBad = false, children }: FigureProps) {
  return (
    <div className={cx(isLead && 'max-sm:w-full sm:mr-3')}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={cx('figures font-bold tracking-tight', isLead ? 'text-xl' : 'text-md')}>
        {children}
      </dd>
      {note && (
        <dd className={cx('figures text-sm', isBad ? 'font-medium text-bad' : 'text-ink-2')}>
          {note}
        </dd>
      )}
    </div>
  )
}
