import type { FieldValues } from 'react-hook-form'
import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { type FieldProps, useField } from './field.ts'

interface ComboboxFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  options: readonly ComboboxOption[]
  placeholder?: string
  /** What the list says when nothing fits. */
  none?: string
  /** Runs after the value was set. */
  onChosen?: (value: string | null) => void
}

/** A choice of many, narrowed by typing; null for none. */
export function ComboboxField<V extends FieldValues, Out>({
  options,
  placeholder,
  none,
  onChosen,
  ...props
}: ComboboxFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={input.value || null}
          onChange={(value) => {
            input.onChange(value)
            onChosen?.(value)
          }}
          {...(placeholder && { placeholder })}
          {...(none && { none })}
        />
      )}
    </Field>
  )
}
