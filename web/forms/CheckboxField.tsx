import { type FieldValues, useController } from 'react-hook-form'
import { Checkbox } from '../ui/Choices.tsx'
import type { FieldProps } from './field.ts'

/** Yes or no. */
export function CheckboxField<V extends FieldValues, Out>({
  control,
  name,
  label,
  className,
}: Pick<FieldProps<V, Out>, 'control' | 'name' | 'label' | 'className'>) {
  const {
    field: { value, ...input },
  } = useController({ control, name })
  return (
    <Checkbox {...input} checked={value ?? false} {...(className && { className })}>
      {label}
    </Checkbox>
  )
}
