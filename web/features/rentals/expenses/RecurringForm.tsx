import { formatDay } from '@plumbline/contract/dates.ts'
import {
  NewRecurringExpense,
  type RecurringExpense,
  RecurringExpenseChange,
  recurrences,
  rentalExpenseRoutes,
} from '@plumbline/contract/rentalExpenses.ts'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { DateField, RadioGroupField } from '../../../forms/fields.tsx'
import { choice, day, fieldProps, fieldsOf } from '../../../forms/fieldsOf.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useEditForm } from '../../../forms/useEditForm.ts'
import { useToday } from '../../../screens/days.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { plural } from '../../../ui/format.ts'
import { recurringQuery } from './api.ts'
import { ExpenseFields, expenseFields } from './ExpenseFields.tsx'

type Values = z.input<typeof NewRecurringExpense>

const { fields, ...recurringForm } = fieldsOf<Values, RecurringExpense>({
  ...expenseFields,
  everyMonths: { label: 'How Often', kind: choice(everyText, 12), required: true },
  startsOn: { label: 'First Day', kind: day, required: true },
})

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
    empty: { ...recurringForm.empty, propertyId: propertyId ?? null, startsOn: today },
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
    ...recurringForm,
    schema: RecurringExpenseChange,
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
  const field = fieldProps(control, fields)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ExpenseFields control={control} />
      <RadioGroupField
        {...field('everyMonths')}
        label="Repeats Every"
        options={recurrenceOptions}
      />
      <DateField {...field('startsOn')} />
    </div>
  )
}
