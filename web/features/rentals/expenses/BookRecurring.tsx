import {
  RecurringBooking,
  type RecurringExpense,
  rentalExpenseRoutes,
} from '@plumbline/contract/rentalExpenses.ts'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField } from '../../../forms/fields.tsx'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { booked } from './api.ts'

/** The dialog that books a due recurring expense with another amount or day. */
export function BookRecurring({
  recurring,
  onClose,
}: {
  recurring: RecurringExpense
  onClose: () => void
}) {
  const { id, vendor, description, amount, nextOn } = recurring
  const {
    form: { control },
    submission,
  } = useCreateForm(rentalExpenseRoutes.bookRecurring, {
    schema: RecurringBooking.required({ amount: true }),
    empty: { nextOn, amount, dateIncurred: nextOn },
    target: { params: { id } },
    ...booked,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Book Expense"
      description={[vendor, description].filter(Boolean).join(' · ')}
      submitLabel="Book"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DollarField control={control} name="amount" label="Amount" required />
        <DateField control={control} name="dateIncurred" label="Date" />
      </div>
    </FormDialog>
  )
}
