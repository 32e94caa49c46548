import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { PropertyPicker } from './PropertyPicker.tsx'

interface PropertyFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** The label of the option for no property. Without it there is no such option. */
  noneLabel?: string
  /** Called after the value was set. */
  onChosen?: (property: RentalProperty | undefined) => void
}

/** The form field for a property id. Null is no property. */
export function PropertyField<V extends FieldValues, Out>({
  noneLabel,
  onChosen,
  ...props
}: PropertyFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame} {...(frame.error && !input.value && { error: 'Choose a property' })}>
      {(control) => (
        <PropertyPicker
          {...control}
          ref={input.ref}
          {...(noneLabel && { noneLabel, placeholder: noneLabel })}
          value={input.value || null}
          onChange={(id, property) => {
            input.onChange(id)
            onChosen?.(property)
          }}
        />
      )}
    </Field>
  )
}
