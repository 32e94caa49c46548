import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { TextAreaField, TextField } from '../../../forms/fields.tsx'
import { PropertyField } from '../PropertyField.tsx'
import { categories, WHOLE_PORTFOLIO } from './api.ts'

interface ExpenseFieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
}

/** The fields shared by one-time and recurring expenses. */
export function ExpenseFields<V extends FieldValues, Out>({ control }: ExpenseFieldsProps<V, Out>) {
  const name = (field: string) => field as FieldPath<V>
  return (
    <>
      <PropertyField
        control={control}
        name={name('propertyId')}
        label="Property"
        noneLabel={WHOLE_PORTFOLIO}
        className="sm:col-span-2"
      />
      <TextField
        control={control}
        name={name('expenseType')}
        label="Category"
        required
        suggestions={categories}
        placeholder="Repairs"
        hint="A line of Schedule E, or any other"
      />
      <DollarField control={control} name={name('amount')} label="Amount" required />
      <TextField
        control={control}
        name={name('vendor')}
        label="Vendor"
        placeholder="Prairie Mutual"
        className="sm:col-span-2"
      />
      <TextAreaField
        control={control}
        name={name('description')}
        label="Description"
        required
        rows={2}
        className="sm:col-span-2"
      />
    </>
  )
}
