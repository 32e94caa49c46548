import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

/** What every field of a form takes: which value of which form it is, and how it is labelled. */
export interface FieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  label: string
  hint?: ReactNode
  required?: boolean
  /** Leaves the label to screen readers, where the place of the field says what it is. */
  hideLabel?: boolean
  className?: string
}

/** Ties a field to its form: `input` for the control, `frame` for the label, hint and error around it. */
export function useField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  required,
  hideLabel,
  className,
}: FieldProps<V, Out>) {
  const { field, fieldState } = useController({ control, name })
  return {
    input: field,
    frame: {
      name,
      label,
      error: fieldState.error?.message,
      ...(hint !== undefined && { hint }),
      ...(required && { required }),
      ...(hideLabel && { hideLabel }),
      ...(className && { className }),
    },
  }
}
