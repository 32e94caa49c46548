import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../forms/fields.tsx'
import { Field } from '../ui/Field.tsx'
import { CustomerPicker } from './CustomerPicker.tsx'

/** A choice of the record of one customer by id; empty for none. */
export function CustomerField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame} {...(frame.error && { error: 'Choose a customer' })}>
      {(control) => (
        <CustomerPicker
          {...control}
          ref={input.ref}
          value={input.value || null}
          onChange={(id) => input.onChange(id ?? '')}
        />
      )}
    </Field>
  )
}
