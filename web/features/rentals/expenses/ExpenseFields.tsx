import type { NewRentalExpense, RentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { TextAreaField, TextField } from '../../../forms/fields.tsx'
import { dollars, fieldProps, fieldsOf } from '../../../forms/fieldsOf.ts'
import { PropertyField } from '../PropertyField.tsx'
import { categories, WHOLE_PORTFOLIO } from './api.ts'

type Property = Pick<RentalExpense, 'propertyAddress'>

/** The description of the fields shared by one-time and recurring expenses, for `fieldsOf`. */
export const expenseFields = {
  propertyId: {
    label: 'Property',
    empty: null,
    text: ({ propertyAddress }: Property) => propertyAddress ?? WHOLE_PORTFOLIO,
  },
  amount: { label: 'Amount', kind: dollars, required: true },
  expenseType: { label: 'Category', required: true, hint: 'A line of Schedule E, or any other' },
  vendor: { label: 'Vendor' },
  description: { label: 'Description', required: true },
} as const

type Values = Pick<z.input<typeof NewRentalExpense>, keyof typeof expenseFields>
const { fields } = fieldsOf<Values, Property>(expenseFields)

interface ExpenseFieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
}

/** The fields shared by one-time and recurring expenses. */
export function ExpenseFields<V extends FieldValues, Out>({ control }: ExpenseFieldsProps<V, Out>) {
  const field = fieldProps(control, fields)
  return (
    <>
      <PropertyField
        {...field('propertyId')}
        noneLabel={WHOLE_PORTFOLIO}
        className="sm:col-span-2"
      />
      <TextField {...field('expenseType')} suggestions={categories} placeholder="Repairs" />
      <DollarField {...field('amount')} />
      <TextField {...field('vendor')} placeholder="Prairie Mutual" className="sm:col-span-2" />
      <TextAreaField {...field('description')} rows={2} className="sm:col-span-2" />
    </>
  )
}
