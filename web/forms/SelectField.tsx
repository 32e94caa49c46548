import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { type Option, Select } from '../ui/Input.tsx'
import { type FieldProps, useField } from './field.ts'

/** A choice of a few; the value of an option that is empty is null. */
export function SelectField<V extends FieldValues, Out>({
  options,
  ...props
}: FieldProps<V, Out> & { options: readonly Option[] }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Select
          {...control}
          {...input}
          value={input.value ?? ''}
          onChange={(event) => input.onChange(event.target.value || null)}
          options={options}
        />
      )}
    </Field>
  )
}
