import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type RentalExpense, rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { Reversal } from '@plumbline/contract/rentalIncome.ts'
import { DollarField } from '../../forms/dollarFields.tsx'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { reasonOr } from './api.ts'

const schema = Reversal.pick({ correctAmount: true, description: true })

interface CorrectExpenseProps {
  expense: RentalExpense
  onClose: () => void
}

/** The dialog that corrects an entry: it is reversed, and where there is a right amount, recorded anew. */
export function CorrectExpense({ expense, onClose }: CorrectExpenseProps) {
  const {
    form: { control },
    submission,
  } = useCreateForm(rentalExpenseRoutes.reverse, {
    schema,
    empty: { correctAmount: null, description: '' },
    target: { params: { id: expense.id } },
    success: 'Expense corrected successfully',
    failure: reasonOr('Failed to correct expense'),
    onDone: onClose,
  })
  const about = [
    expense.description,
    formatDollars(expense.amount),
    formatDay(expense.dateIncurred),
  ]
  return (
    <FormDialog
      {...submission}
      title="Correct Expense"
      description={about.join(' · ')}
      submitLabel="Correct"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          The entry stays in the books, together with one of the opposite amount.
        </p>
        <DollarField
          control={control}
          name="correctAmount"
          label="Correct Amount"
          hint="Leave it empty if there was no such expense"
        />
        <TextAreaField control={control} name="description" label="Reason" rows={2} />
      </div>
    </FormDialog>
  )
}
