import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { MoneyField } from '../../forms/fields.tsx'
import { MethodField, PastDayField, ReferenceField } from './fields.tsx'

type Name = 'amount' | 'day' | 'method' | 'reference'

interface AmountFieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  fields: Readonly<Record<Name, { readonly name: string; readonly label: string }>>
  /** A line under the amount. */
  hint: string | undefined
}

/** The amount of a payment or a refund, its day, and the way in which it moved. */
export function AmountFields<V extends FieldValues, Out>({
  control,
  fields,
  hint,
}: AmountFieldsProps<V, Out>) {
  const field = (name: Name) => ({
    ...{ control, ...fields[name] },
    name: fields[name].name as FieldPath<V>,
  })
  const method: string = useWatch({ control, name: fields.method.name as FieldPath<V> })
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5">
      <MoneyField
        {...field('amount')}
        {...(hint && { hint })}
        className="col-span-2 [&_input]:font-bold"
      />
      <MethodField {...field('method')} />
      <PastDayField {...field('day')} />
      <ReferenceField {...field('reference')} method={method} />
    </div>
  )
}
