import type { FieldValues } from 'react-hook-form'
import { type FieldProps, TextField, useField } from '../../forms/fields.tsx'
import { useToday } from '../../screens/days.ts'
import { Field } from '../../ui/Field.tsx'
import { DateInput } from '../../ui/Input.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { methodOptions } from './texts.ts'

/** A calendar day up to today. */
export function PastDayField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const today = useToday()
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <DateInput {...control} {...input} value={input.value ?? null} max={today} />}
    </Field>
  )
}

/** The way in which money moved. */
export function MethodField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <div data-field={frame.name} className="flex min-w-0 flex-col gap-1.5 col-span-2">
      <span aria-hidden className="text-sm font-medium">
        {frame.label}
      </span>
      <Segmented
        label={frame.label}
        small
        options={methodOptions}
        value={input.value}
        onChange={input.onChange}
        className="w-full *:flex-auto *:whitespace-nowrap"
      />
    </div>
  )
}

interface ReferenceFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  method: string
}

/** The number by which a payment is found again, of a check or of something else. */
export function ReferenceField<V extends FieldValues, Out>({
  method,
  label,
  ...props
}: ReferenceFieldProps<V, Out>) {
  const isCheck = method === 'check'
  return <TextField {...props} label={isCheck ? 'Check number' : label} />
}
