import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { MoneyInput } from '../ui/Input.tsx'
import { type FieldProps, useField } from './fields.tsx'

/** What the form holds while the text is no amount: the schema rejects it with its own message. */
const NO_AMOUNT = '?'

const centsIn = (held: string | null | undefined) => {
  if (held === null || held === undefined || held === '') return null
  return held === NO_AMOUNT ? Number.NaN : centsOf(held)
}

const textOf = (cents: number | null) => {
  if (cents === null) return null
  return Number.isNaN(cents) ? NO_AMOUNT : dollarsFromCents(cents)
}

/** An amount of the rentals: dollars are typed, exact text is kept (`"1850.00"`); null when empty. */
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
