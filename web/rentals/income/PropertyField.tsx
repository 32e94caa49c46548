import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { PropertyPicker } from './PropertyPicker.tsx'

interface PropertyFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** Runs after the value was set. */
  onChosen: (property: RentalProperty | undefined) => void
}

/** A choice of one property by id, looked up by address; empty for none. */
export function PropertyField<V extends FieldValues, Out>({
  onChosen,
  ...props
}: PropertyFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame} {...(frame.error && { error: 'Choose a property' })}>
      {(control) => (
        <PropertyPicker
          {...control}
          ref={input.ref}
          value={input.value || null}
          onChange={(id, property) => {
            input.onChange(id ?? '')
            onChosen(property)
          }}
        />
      )}
    </Field>
  )
}
