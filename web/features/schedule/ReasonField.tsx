import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { ReasonChips } from './ReasonChips.tsx'

interface ReasonFieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  className?: string
}

/** The reason of a delay as a form field. */
export function ReasonField<V extends FieldValues, Out>({
  control,
  name,
  className,
}: ReasonFieldProps<V, Out>) {
  const { field } = useController({ control, name })
  return (
    <ReasonChips
      value={field.value ?? ''}
      onChange={field.onChange}
      {...(className && { className })}
    />
  )
}
