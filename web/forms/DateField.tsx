import type { FieldValues } from 'react-hook-form'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { type FieldProps, useField } from './field.ts'

/** A calendar day, `YYYY-MM-DD`; null when empty. */
export function DateField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <DateInput {...control} {...input} value={input.value ?? null} />}
    </Field>
  )
}
