import type { FieldValues } from 'react-hook-form'
import { JobPicker } from '../jobs/JobPicker.tsx'
import { Field } from '../ui/Field.tsx'
import { type FieldProps, useField } from './field.ts'

/** A choice of one job by id, looked up by name or address; empty for none. */
export function JobField<V extends FieldValues, Out>({
  onChosen,
  ...props
}: FieldProps<V, Out> & { onChosen?: () => void }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame} {...(frame.error && { error: 'Choose a job' })}>
      {(control) => (
        <JobPicker
          {...control}
          value={input.value || null}
          onChange={(id) => {
            input.onChange(id ?? '')
            onChosen?.()
          }}
        />
      )}
    </Field>
  )
}
