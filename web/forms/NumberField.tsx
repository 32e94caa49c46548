import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { type FieldProps, useField } from './field.ts'

interface NumberFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  min?: number
  max?: number
  step?: number | 'any'
}

/** A number; NaN while nothing is typed, which the schema refuses in its own words. */
export function NumberField<V extends FieldValues, Out>({
  min,
  max,
  step = 'any',
  ...props
}: NumberFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const value: number | undefined = input.value
  return (
    <Field {...frame}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          value={value === undefined || Number.isNaN(value) ? '' : value}
          onChange={(event) => input.onChange(event.target.valueAsNumber)}
          className="figures"
        />
      )}
    </Field>
  )
}
