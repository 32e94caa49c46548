import { formatDay } from '@plumbline/contract/dates.ts'
import type { Invoice } from '@plumbline/contract/invoices.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { ReversePayment, SendReceipt, TakeBack } from './dialogs.tsx'
import { type PaymentAction, PaymentMenu } from './PaymentMenu.tsx'
import { paymentName } from './texts.ts'

type InvoicePayment = Invoice['payments'][number]

const idOf = ({ paymentId, creditMemoId }: InvoicePayment) => paymentId ?? creditMemoId ?? ''

/** The actions on each kind of entry: a write-off has no money that could become credit. */
const actions: Readonly<Record<InvoicePayment['kind'], readonly PaymentAction[]>> = {
  payment: ['send', 'takeBack', 'reverse'],
  creditMemo: ['takeBack'],
  writeOff: ['reverse'],
}

/** The entries that pay an invoice, oldest first; nothing while nothing is paid. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const [opened, setOpened] = useOpened<{ action: PaymentAction; id: string } | null>(
    'payment of invoice',
    null,
  )
  const close = () => setOpened(null)
  const { payments, customerId } = invoice
  if (payments.length === 0) return null
  const payment = opened && payments.find((one) => idOf(one) === opened.id)
  return (
    <TitledPanel title="Payments" count={payments.length}>
      <div className="@container -mt-2.5">
        <ul className="open-rows">
          {payments.map((one) => (
            <Row
              key={idOf(one)}
              payment={one}
              onAction={(action) => setOpened({ action, id: idOf(one) })}
            />
          ))}
        </ul>
      </div>
      {payment && opened.action === 'takeBack' && (
        <TakeBack invoice={invoice} payment={payment} onClose={close} />
      )}
      {payment && opened.action === 'reverse' && <ReversePayment id={opened.id} onClose={close} />}
      {payment && opened.action === 'send' && (
        <SendReceipt
          payment={{ id: opened.id, name: paymentName(payment), customerId }}
          onClose={close}
        />
      )}
    </TitledPanel>
  )
}

interface RowProps {
  payment: InvoicePayment
  onAction: (action: PaymentAction) => void
}

function Row({ payment, onAction }: RowProps) {
  const { kind, creditMemoId, day, amount } = payment
  const name = paymentName(payment)
  return (
    <li className="open-row flex min-h-11 items-center gap-3">
      <span className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {creditMemoId === null ? (
          <b className="font-medium">{name}</b>
        ) : (
          <Link
            href={paths.invoice(creditMemoId)}
            className="touch-target font-medium hover:underline"
          >
            <Unbroken text={name} part={payment.number} />
          </Link>
        )}{' '}
        <span className="figures text-sm whitespace-nowrap text-ink-2 @md:hidden">
          {formatDay(day)}
        </span>
      </span>
      <span className="figures text-sm text-ink-2 @max-md:hidden">{formatDay(day)}</span>
      <span className="figures w-24 text-right">{columnCents(amount)}</span>
      <span className="w-8 shrink-0 touch:w-11">
        <PaymentMenu
          name={name}
          receiptOf={kind === 'payment' ? payment.paymentId : null}
          actions={actions[kind]}
          onAction={onAction}
        />
      </span>
    </li>
  )
}
