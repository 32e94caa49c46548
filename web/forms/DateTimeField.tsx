import type { FieldValues } from 'react-hook-form'
import { useCompany } from '../api/company.ts'
import { DateTimeInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { type FieldProps, useField } from './field.ts'

/** A date and time of day in the company's time zone, kept as an ISO date-time in UTC; null when empty. */
export function DateTimeField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { timeZone } = useCompany()
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <DateTimeInput {...control} {...input} timeZone={timeZone} value={input.value || null} />
      )}
    </Field>
  )
}
