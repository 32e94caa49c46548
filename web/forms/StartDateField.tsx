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
 * The end of a period whose start is moved: it stays while it is not before the start, and otherwise keeps its distance. An
 * empty one becomes the start where the period needs an end.
 */
export function endAfter({ start, end }: Days, moved: string | null, needsEnd: boolean) {
  if (moved === null) return end
  if (end === null) return needsEnd ? moved : null
  if (moved <= end) return end
  const days = start !== null && start <= end ? daysBetween(start, end) : 0
  return addDays(moved, days)
}

interface StartDateFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** The field of the end, which follows. */
  endName: FieldPath<V>
  /** An end that is empty means something: no end, or not known yet. */
  optionalEnd?: boolean
}

/** The first day of a period. Moved beyond the last one, it takes that along. */
export function StartDateField<V extends FieldValues, Out>({
  endName,
  optionalEnd = false,
  ...props
}: StartDateFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const { field: end } = useController({ control: props.control, name: endName })
  const now = (): Days => ({ start: input.value || null, end: end.value || null })
  // As they were before the field was edited: typing a date passes through others.
  const before = useRef<Days | null>(null)
  const onChange = (start: string | null) => {
    before.current ??= now()
    input.onChange(start)
    const next = endAfter(before.current, start, !optionalEnd)
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
