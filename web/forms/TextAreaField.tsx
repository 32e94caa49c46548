import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { Textarea } from '../ui/Input.tsx'
import { type FieldProps, useField } from './field.ts'

/** Several lines of text. */
export function TextAreaField<V extends FieldValues, Out>({
  rows,
  ...props
}: FieldProps<V, Out> & { rows?: number }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Textarea {...control} {...input} value={input.value ?? ''} {...(rows && { rows })} />
      )}
    </Field>
  )
}
