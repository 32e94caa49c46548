import { shortDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { Payment } from '@plumbline/contract/payments.ts'
import { cx } from 'class-variance-authority'
import { Fragment } from 'react'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { customerPayments } from './api.ts'
import { ReversePayment, SendReceipt } from './dialogs.tsx'
import { type PaymentAction, PaymentMenu } from './PaymentMenu.tsx'
import { paymentName } from './texts.ts'

interface CustomerPaymentsProps {
  customerId: string
}

interface Opened {
  readonly kind: PaymentAction
  readonly id: string
  readonly name: string
}

/** The payments, refunds and write-offs of a customer, the last one first. */
export function CustomerPayments({ customerId }: CustomerPaymentsProps) {
  const list = usePagedList(customerPayments(customerId))
  const [opened, setOpened] = useOpened<Opened | null>('payment of customer', null)
  const close = () => setOpened(null)
  return (
    <TitledPanel title="Payments" count={list.paging.total}>
      <QueryList
        list={list}
        noun="payments"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No payments yet</p>}
      >
        {(payments) => (
          <div className="@container -mt-2.5">
            <ul className="open-rows">
              {payments.map((payment) => (
                <Row
                  key={payment.id}
                  payment={payment}
                  onAction={(kind) =>
                    setOpened({ kind, id: payment.id, name: paymentName(payment) })
                  }
                />
              ))}
            </ul>
          </div>
        )}
      </QueryList>
      {opened?.kind === 'reverse' && <ReversePayment id={opened.id} onClose={close} />}
      {opened?.kind === 'send' && (
        <SendReceipt payment={{ id: opened.id, name: opened.name, customerId }} onClose={close} />
      )}
    </TitledPanel>
  )
}

interface RowProps {
  payment: Payment
  onAction: (action: PaymentAction) => void
}

/** An entry: in columns where there is room, otherwise in two lines. */
function Row({ payment, onAction }: RowProps) {
  const today = useToday()
  const { id, kind, day, amount, note, reversesId, isReversed } = payment
  const name = paymentName(payment)
  const isOver = isReversed || reversesId !== null
  // Money that went back to the customer.
  const shown = columnCents(kind === 'refund' ? -amount : amount)
  return (
    <li className={cx('open-row flex items-center gap-3 py-1.5', isOver && 'text-ink-2')}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          <span className="font-medium">{name}</span>
          {isReversed && <Badge variant="outline">Reversed</Badge>}
          <span className="figures text-sm text-ink-2 @xl:hidden">{shortDay(day, today)}</span>
        </p>
        <Parts payment={payment} />
        {note && <p className="text-sm text-ink-2 wrap-anywhere">{note}</p>}
      </div>
      <span className="figures w-24 text-sm text-ink-2 @max-xl:hidden">{shortDay(day, today)}</span>
      <span className="figures w-24 text-right">{isReversed ? <s>{shown}</s> : shown}</span>
      <span className="w-8 shrink-0 touch:w-11">
        <PaymentMenu
          name={`${name}, ${shortDay(day, today)}`}
          receiptOf={kind === 'writeOff' || reversesId !== null ? null : id}
          actions={isOver ? [] : ['send', 'reverse']}
          onAction={onAction}
        />
      </span>
    </li>
  )
}

/** The invoices that a payment is for, and what is left of it as credit. */
function Parts({ payment: { allocations, unapplied } }: { payment: Payment }) {
  const invoices = allocations.filter(({ invoiceId }) => invoiceId !== null)
  const back = allocations.filter(({ refundId }) => refundId !== null)
  const paidBack = back.reduce((sum, { amount }) => sum + amount, 0)
  if (invoices.length === 0 && paidBack === 0 && unapplied === 0) return null
  const isShared = allocations.length > 1 || unapplied > 0
  const rest = [
    unapplied > 0 && `${formatCents(unapplied)} credit`,
    paidBack > 0 && `${formatCents(paidBack)} paid back`,
  ]
  return (
    <p className="text-sm text-ink-2 wrap-anywhere">
      {invoices.map(({ invoiceId, number, amount }, at) => (
        <Fragment key={invoiceId}>
          {at === 0 ? 'for ' : ', '}
          <Link href={paths.invoice(invoiceId ?? '')} className="touch-target hover:underline">
            {number}
          </Link>
          {isShared && ` ${formatCents(amount)}`}
        </Fragment>
      ))}
      {invoices.length > 0 && rest.some(Boolean) && ', '}
      {rest.filter(Boolean).join(', ')}
    </p>
  )
}
