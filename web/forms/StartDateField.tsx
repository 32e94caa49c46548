import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import { useRef } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { DateInput } from '../ui/Input.tsx'
import { type FieldProps, useField } from './fields.tsx'

interface Days {
  readonly start: string | null
  readonly end: string | null
}

/**
 * The end of a period after its start has moved. The end stays if it is not before the new start,
 * and otherwise moves by as many days. An empty end becomes the start where the period needs an
 * end.
 */
export function endAfter({ start, end }: Days, moved: string | null, needsEnd: boolean) {
  if (moved === null) return end
  if (end === null) return needsEnd ? moved : null
  if (moved <= end) return end
  const days = start !== null && start <= end ? daysBetween(start, end) : 0
  return addDays(moved, days)
}

interface StartDateFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** The name of the field with the end, which follows the start. */
  endName: FieldPath<V>
  /** Whether the end may be empty, for a period without an end or with an unknown one. */
  optionalEnd?: boolean
  /** The end of a period after its start has moved, instead of {@link endAfter}. */
  endOf?: (start: string, before: { readonly start: string; readonly end: string }) => string
}

/** The first day of a period. Moving it past the last day moves the last day too. */
export function StartDateField<V extends FieldValues, Out>({
  endName,
  optionalEnd = false,
  endOf,
  ...props
}: StartDateFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const { field: end } = useController({ control: props.control, name: endName })
  const now = (): Days => ({ start: input.value || null, end: end.value || null })
  // The days before the field was edited. Typing a date passes through other dates.
  const before = useRef<Days | null>(null)
  const onChange = (start: string | null) => {
    before.current ??= now()
    input.onChange(start)
    const { start: first, end: last } = before.current
    const next =
      endOf && start && first && last
        ? endOf(start, { start: first, end: last })
        : endAfter(before.current, start, !optionalEnd)
    if (next !== now().end) end.onChange(next)
  }
  return (
    <Field {...frame}>
      {(control) => (
        <DateInput
          {...control}
          {...input}
          value={input.value || null}
          onChange={onChange}
          onBlur={() => {
            before.current = null
            input.onBlur()
          }}
        />
      )}
    </Field>
  )
}
