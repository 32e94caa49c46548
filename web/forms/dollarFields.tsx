import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { MoneyInput } from '../ui/Input.tsx'
import { type FieldProps, useField } from './fields.tsx'

/** The form's value while the text is not an amount. The schema rejects it with its own message. */
const INVALID_AMOUNT = '?'

const centsIn = (value: string | null | undefined) => {
  if (value === null || value === undefined || value === '') return null
  return value === INVALID_AMOUNT ? Number.NaN : centsOf(value)
}

const textOf = (cents: number | null) => {
  if (cents === null) return null
  return Number.isNaN(cents) ? INVALID_AMOUNT : dollarsFromCents(cents)
}

/**
 * An amount of the rentals, typed in dollars and stored as exact text (`"1850.00"`); null when
 * empty.
 */
export function DollarField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <MoneyInput
          {...control}
          {...input}
          value={centsIn(input.value)}
          onChange={(cents) => input.onChange(textOf(cents))}
        />
      )}
    </Field>
  )
}
