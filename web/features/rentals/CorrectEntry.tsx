import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { Reversal, rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { useCompany } from '../../api/company.ts'
import { DollarField } from '../../forms/dollarFields.tsx'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { recordedText } from './Correction.tsx'

const kinds = {
  payment: {
    row: rentalIncomeRoutes.reverse,
    title: 'Correct Payment',
    hint: 'Leave it empty if nothing was received',
    success: 'Payment corrected',
    failure: 'Failed to correct the payment',
  },
  expense: {
    row: rentalExpenseRoutes.reverse,
    title: 'Correct Expense',
    hint: 'Leave it empty if there was no such expense',
    success: 'Expense corrected successfully',
    failure: 'Failed to correct expense',
  },
} as const

interface CorrectEntryProps {
  kind: keyof typeof kinds
  entry: { readonly id: string; readonly recordedByName: string | null; readonly createdAt: string }
  /** A description of the entry. */
  about: string
  onClose: () => void
}

/** The dialog that reverses an entry. If a correct amount is given, a new entry is added. */
export function CorrectEntry({ kind, entry, about, onClose }: CorrectEntryProps) {
  const { row, title, hint, ...toasts } = kinds[kind]
  const { timeZone } = useCompany()
  const {
    form: { control },
    submission,
  } = useCreateForm(row, {
    schema: Reversal,
    empty: { correctAmount: null, description: '' },
    target: { params: { id: entry.id } },
    ...toasts,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title={title}
      description={about}
      submitLabel="Correct"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <DollarField control={control} name="correctAmount" label="Correct Amount" hint={hint} />
        <TextAreaField control={control} name="description" label="Reason" rows={2} />
        <p className="text-sm text-ink-2">
          {recordedText(entry, timeZone)} The entry stays in the books with one that reverses it;
          the right amount is a new entry.
        </p>
      </div>
    </FormDialog>
  )
}
