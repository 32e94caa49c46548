import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { DollarInput } from '../ui/NumberInput.tsx'
import { type FieldProps, useField } from './fields.tsx'

/**
 * An amount of the rentals, typed in dollars and stored as exact text (`"1850.00"`); null when
 * empty.
 */
export function DollarField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <DollarInput {...control} {...input} value={input.value ?? null} />}
    </Field>
  )
}
