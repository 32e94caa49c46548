import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  NewRecurringExpense,
  type RecurringExpense,
  RecurringExpenseChange,
  recurrences,
  rentalExpenseRoutes,
} from '@plumbline/contract/rentalExpenses.ts'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { DateField, RadioGroupField } from '../../../forms/fields.tsx'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { type FieldTexts, useEditForm } from '../../../forms/useEditForm.ts'
import { useToday } from '../../../screens/days.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { plural } from '../../../ui/format.ts'
import { recurringQuery, WHOLE_PORTFOLIO } from './api.ts'
import { ExpenseFields } from './ExpenseFields.tsx'

interface AddRecurringProps {
  /** The initially selected property. */
  propertyId: string | undefined
  onClose: () => void
}

/** The dialog that adds a recurring expense. */
export function AddRecurring({ propertyId, onClose }: AddRecurringProps) {
  const today = useToday()
  const {
    form: { control },
    submission,
  } = useCreateForm(rentalExpenseRoutes.addRecurring, {
    schema: NewRecurringExpense,
    empty: {
      propertyId: propertyId ?? null,
      amount: null,
      expenseType: '',
      vendor: '',
      description: '',
      everyMonths: 12,
      startsOn: today,
    },
    target: {},
    success: 'Recurring expense added successfully',
    failure: 'Failed to add recurring expense',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Add Recurring Expense"
      description="It is proposed when its day is near, and booked only by you."
      wide
      submitLabel="Add"
      onClose={onClose}
    >
      <RecurringFields control={control} />
    </FormDialog>
  )
}

type Values = z.input<typeof RecurringExpenseChange>

const valuesOf = (recurring: RecurringExpense): Required<Values> => ({
  propertyId: recurring.propertyId,
  amount: recurring.amount,
  expenseType: recurring.expenseType,
  vendor: recurring.vendor ?? '',
  description: recurring.description,
  everyMonths: recurring.everyMonths,
  startsOn: recurring.startsOn,
})

const textsOf = (recurring: RecurringExpense): FieldTexts<Values> => ({
  propertyId: ['Property', recurring.propertyAddress ?? WHOLE_PORTFOLIO],
  amount: ['Amount', formatDollars(recurring.amount)],
  expenseType: ['Category', recurring.expenseType],
  vendor: ['Vendor', recurring.vendor ?? 'none'],
  description: ['Description', recurring.description],
  everyMonths: ['How Often', everyText(recurring.everyMonths)],
  startsOn: ['First Day', formatDay(recurring.startsOn)],
})

interface EditRecurringProps {
  recurring: RecurringExpense
  onClose: () => void
}

/** The dialog that edits a recurring expense. Booked entries do not change. */
export function EditRecurring({ recurring, onClose }: EditRecurringProps) {
  const {
    form: { control },
    submission,
  } = useEditForm(rentalExpenseRoutes.updateRecurring, recurring, {
    schema: RecurringExpenseChange,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: recurring.id } },
    reload: async (read) => {
      const latest = (await read(recurringQuery)).find(({ id }) => id === recurring.id)
      if (!latest) throw new Error('The recurring expense was deleted')
      return latest
    },
    success: 'Recurring expense updated successfully',
    failure: 'Failed to update recurring expense',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Edit Recurring Expense"
      description={`The next one is on ${formatDay(recurring.nextOn)}. A new first day starts the count again.`}
      wide
      submitLabel="Save"
      onClose={onClose}
    >
      <RecurringFields control={control} />
    </FormDialog>
  )
}

/** `every month`, `every 3 months`, `every year`. */
export function everyText(months: number): string {
  if (months === 12) return 'every year'
  return months === 1 ? 'every month' : `every ${plural(months, 'month', 'months')}`
}

const recurrenceOptions = recurrences.map((months) => ({
  value: String(months),
  label: months === 1 ? 'month' : 'months',
}))

function RecurringFields<V extends FieldValues, Out>({
  control,
}: {
  control: Control<V, unknown, Out>
}) {
  const name = (field: string) => field as FieldPath<V>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ExpenseFields control={control} />
      <RadioGroupField
        control={control}
        name={name('everyMonths')}
        label="Repeats Every"
        options={recurrenceOptions}
        required
      />
      <DateField control={control} name={name('startsOn')} label="First Day" required />
    </div>
  )
}
