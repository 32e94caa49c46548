import type { FieldValues } from 'react-hook-form'
import { RadioGroup } from '../ui/Choices.tsx'
import type { Option } from '../ui/Input.tsx'
import { type FieldProps, useField } from './field.ts'

type RadioGroupFieldProps<V extends FieldValues, Out> = Omit<
  FieldProps<V, Out>,
  'hint' | 'hideLabel' | 'className'
> & { options: readonly Option[] }

/** One of a few numbers, side by side; null before one is chosen. */
export function RadioGroupField<V extends FieldValues, Out>({
  options,
  ...props
}: RadioGroupFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const value: number | null = input.value ?? null
  return (
    <RadioGroup
      {...frame}
      options={options}
      value={value === null ? null : String(value)}
      onChange={(chosen) => input.onChange(Number(chosen))}
    />
  )
}
