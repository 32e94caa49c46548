import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  type RentalIncome,
  Reversal,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { DollarField } from '../../forms/dollarFields.tsx'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface CorrectPaymentProps {
  entry: RentalIncome
  onClose: () => void
}

/** The dialog that reverses a payment; with the right amount, a new entry takes its place. */
export function CorrectPayment({ entry, onClose }: CorrectPaymentProps) {
  const { form, submission } = useCreateForm(rentalIncomeRoutes.reverse, {
    schema: Reversal,
    empty: { correctAmount: null, description: '' },
    target: { params: { id: entry.id } },
    success: 'Payment corrected',
    failure: 'Failed to correct the payment',
    onDone: onClose,
  })
  const from = entry.tenantName ?? entry.propertyAddress
  return (
    <FormDialog
      {...submission}
      title="Correct Payment"
      description={`${entry.incomeType} of ${formatDollars(entry.amount)} from ${from}, received ${formatDay(entry.dateReceived)}.`}
      submitLabel="Correct"
      onClose={onClose}
    >
      <div className="flex flex-col gap-3.5">
        <DollarField
          control={form.control}
          name="correctAmount"
          label="Correct Amount"
          hint="Leave it empty if nothing was received"
        />
        <TextAreaField control={form.control} name="description" label="Reason" rows={2} />
        <p className="text-sm text-ink-2">
          The entry stays in the books with one that reverses it; the right amount is a new entry.
        </p>
      </div>
    </FormDialog>
  )
}
