import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { type FieldProps, useField } from './field.ts'

/** An amount: dollars are typed, whole cents are kept; null when empty. */
export function MoneyField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <MoneyInput {...control} {...input} value={input.value ?? null} />}
    </Field>
  )
}
