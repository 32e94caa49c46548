import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { type Payment, paymentRoutes, ReversePayment } from '@plumbline/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { paymentQuery } from './api.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { paymentName } from './texts.ts'

interface ReverseDialogProps {
  id: string
  onClose: () => void
}

/** The dialog that reverses an entry with everything it was used for. */
export function ReverseDialog({ id, onClose }: ReverseDialogProps) {
  const { data: payment, isFetching, refetch } = useQuery(paymentQuery(id))
  if (payment) return <ReverseForm payment={payment} onClose={onClose} />
  const retry = () => void refetch()
  return isFetching ? null : (
    <LoadFailed title="Reverse" what="The payment" onRetry={retry} onClose={onClose} />
  )
}

const names = { payment: 'Payment', refund: 'Refund', writeOff: 'Write-Off' } as const

function ReverseForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, kind, amount, day } = payment
  const name = names[kind]
  const { form, submission } = useCreateForm(paymentRoutes.reverse, {
    schema: ReversePayment,
    empty: { note: '' },
    target: { params: { id } },
    success: `${paymentName(payment)} reversed`,
    failure: serverMessageOr(`Failed to reverse the ${name.toLowerCase()}`),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title={`Reverse ${name}`}
      description={`${paymentName(payment)}, ${formatDay(day)}, ${formatCents(amount)}`}
      submitLabel={`Reverse ${name}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Effect payment={payment} />
        <TextAreaField
          control={form.control}
          name="note"
          label="Reason"
          hint="For the office alone."
          required
          rows={2}
        />
      </div>
    </FormDialog>
  )
}

/** The amounts that change when an entry is reversed. */
function Effect({ payment: { kind, amount, allocations, unapplied } }: { payment: Payment }) {
  const owedAgain = allocations.filter(({ invoiceId }) => invoiceId !== null)
  return (
    <div className="text-ink-2">
      <p>It stays in the list, together with the entry that reverses it.</p>
      {kind === 'refund' && <p>{formatCents(amount)} is credit again.</p>}
      {owedAgain.length > 0 && (
        <>
          <p className="mt-2">Owed again:</p>
          <ul aria-label="Owed again" className="mt-1 border-t border-line">
            {owedAgain.map((part) => (
              <li
                key={part.invoiceId}
                className="flex justify-between gap-4 border-b border-line py-1.5 text-ink"
              >
                <span className="min-w-0 wrap-anywhere">
                  <b className="font-medium">{part.number}</b> {part.title}
                </span>
                <span className="figures">{formatCents(part.amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {unapplied > 0 && <p className="mt-2">{formatCents(unapplied)} of credit ends.</p>}
    </div>
  )
}
