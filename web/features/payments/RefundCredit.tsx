import { formatCents } from '@plumbline/contract/money.ts'
import { NewRefund, paymentRoutes } from '@plumbline/contract/payments.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { cents, choice, day, fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { AmountFields } from './AmountFields.tsx'

const { fields, empty } = fieldsOf<z.input<typeof NewRefund>>({
  customerId: hidden,
  amount: { label: 'Amount', kind: cents, required: true },
  day: { label: 'Day', kind: day, required: true },
  method: { label: 'Method', kind: choice(String, 'check') },
  reference: { label: 'Reference' },
  note: { label: 'Note', hint: 'For the office alone.' },
})

interface RefundCreditProps {
  customer: { readonly id: string; readonly name: string }
  /** The credit that can be paid back, in cents. */
  credit: number
  onClose: () => void
}

/** The dialog that records credit of a customer that was paid back. */
export function RefundCredit({ customer, credit, onClose }: RefundCreditProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(paymentRoutes.refund, {
    schema: NewRefund,
    empty: { ...empty, customerId: customer.id, amount: credit, day: today },
    target: {},
    success: ({ amount }) => ({
      title: 'Success',
      description: `Refund of ${formatCents(amount)} recorded`,
    }),
    failure: serverMessageOr('Failed to record the refund'),
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Record Refund"
      description={customer.name}
      submitLabel="Record Refund"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          Pay the money back first: this only records that it was paid, and lowers the credit.
        </p>
        <AmountFields
          control={control}
          fields={fields}
          hint={`${formatCents(credit)} of credit is left`}
        />
        <TextAreaField control={control} {...fields.note} rows={2} />
      </div>
    </FormDialog>
  )
}
