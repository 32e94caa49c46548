import type { Invoice } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'

interface TakeBackProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'customerName'>
  payment: Invoice['payments'][number]
  onClose: () => void
}

/** Asks whether what pays an invoice is taken back from it. */
export function TakeBack({ invoice, payment, onClose }: TakeBackProps) {
  const { id, number, customerName } = invoice
  const { kind, paymentId, creditMemoId, amount } = payment
  const source = kind === 'creditMemo' ? creditMemoId : paymentId
  if (source === null || kind === 'writeOff') return null
  return (
    <ConfirmWrite
      row={paymentRoutes.release}
      args={{ params: { id }, body: { kind, id: source } }}
      title={`Take ${formatCents(amount)} back from invoice ${number}?`}
      confirmLabel="Take Back"
      variant="primary"
      success={`${formatCents(amount)} is credit again`}
      failure={serverMessageOr('Failed to take it back')}
      onClose={onClose}
    >
      It becomes credit of {customerName}, and the invoice is owed again.
    </ConfirmWrite>
  )
}
