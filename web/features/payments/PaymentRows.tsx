import { shortDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { Payment } from '@plumbline/contract/payments.ts'
import { cx } from 'class-variance-authority'
import { Fragment } from 'react'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { ReversePayment, SendReceipt } from './dialogs.tsx'
import { type PaymentAction, PaymentMenu } from './PaymentMenu.tsx'
import { paymentName, receivedOf } from './texts.ts'

interface Opened {
  readonly kind: PaymentAction
  readonly id: string
  readonly customerId: string
  readonly name: string
}

interface PaymentRowsProps {
  payments: readonly Payment[]
  /** Whether they are of several customers, whom their rows name. */
  isOfSeveral?: boolean
}

/** Payments, refunds and write-offs with their actions. */
export function PaymentRows({ payments, isOfSeveral = false }: PaymentRowsProps) {
  const [opened, setOpened] = useOpened<Opened | null>('payment in a list', null)
  const close = () => setOpened(null)
  return (
    <div className="@container">
      <ul className="open-rows">
        {payments.map((payment) => (
          <Row
            key={payment.id}
            payment={payment}
            isOfSeveral={isOfSeveral}
            onAction={(kind) => {
              const { id, customerId } = payment
              setOpened({ kind, id, customerId, name: paymentName(payment) })
            }}
          />
        ))}
      </ul>
      {opened?.kind === 'reverse' && <ReversePayment id={opened.id} onClose={close} />}
      {opened?.kind === 'send' && <SendReceipt payment={opened} onClose={close} />}
    </div>
  )
}

interface RowProps {
  payment: Payment
  isOfSeveral: boolean
  onAction: (action: PaymentAction) => void
}

/** An entry: in columns where there is room, otherwise in two lines. */
function Row({ payment, isOfSeveral, onAction }: RowProps) {
  const today = useToday()
  const { id, kind, day, note, reversesId, isReversed } = payment
  const name = paymentName(payment)
  const isOver = isReversed || reversesId !== null
  const shown = columnCents(receivedOf(payment))
  return (
    <li className={cx('open-row flex items-center gap-3 py-1.5', isOver && 'text-ink-2')}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          {isOfSeveral && (
            <Link
              href={paths.customer(payment.customerId)}
              className="font-medium hover:underline touch:py-3"
            >
              {payment.customerName}
            </Link>
          )}
          <span className={isOfSeveral ? 'text-ink-2' : 'font-medium'}>{name}</span>
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
          <Link
            href={paths.invoice(invoiceId ?? '')}
            className="hover:underline touch:inline-block touch:leading-11"
          >
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
