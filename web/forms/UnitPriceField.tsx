import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { UnitPriceInput } from '../ui/UnitPriceInput.tsx'
import { type FieldProps, useField } from './fields.tsx'

/** The price of one unit, typed in dollars and stored as exact text (`"0.0825"`). */
export function UnitPriceField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <UnitPriceInput {...control} {...input} value={input.value ?? null} />}
    </Field>
  )
}
