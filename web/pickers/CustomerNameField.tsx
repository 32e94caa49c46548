import { customerRoutes, type ListedCustomer } from '@plumbline/contract/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useMay } from '../api/me.ts'
import { query } from '../api/query.ts'
import { type FieldProps, useField } from '../forms/fields.tsx'
import { Field } from '../ui/Field.tsx'
import { phoneText } from '../ui/phone.ts'
import { SuggestInput } from '../ui/SuggestInput.tsx'

const SUGGESTIONS = '6'

/** The company of a customer, or how to reach them. */
function detailOf({ company, contacts: [main] }: ListedCustomer): string {
  return [company, main?.email ?? (main?.phone && phoneText(main.phone))]
    .filter(Boolean)
    .join(' · ')
}

interface CustomerNameFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** Called with each text that is typed, after the value was set. */
  onTyped: (text: string) => void
  onChosen: (customer: ListedCustomer) => void
}

/** The name of a customer: one of those that are known, found while typing, or a new one. */
export function CustomerNameField<V extends FieldValues, Out>({
  onTyped,
  onChosen,
  ...props
}: CustomerNameFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const text: string = input.value ?? ''
  const search = useDeferredValue(text.trim())
  const { data: found = [] } = useQuery({
    ...query(customerRoutes.list, { query: { search, limit: SUGGESTIONS, total: 'false' } }),
    placeholderData: keepPreviousData,
    enabled: useMay()('customer.list') && search !== '',
  })
  return (
    <Field {...frame}>
      {(control) => (
        <SuggestInput
          {...control}
          ref={input.ref}
          value={text}
          onChange={(value) => {
            input.onChange(value)
            onTyped(value)
          }}
          suggestions={
            search === ''
              ? []
              : found.map((one) => ({ value: one.id, label: one.name, detail: detailOf(one) }))
          }
          onChoose={(id) => {
            const customer = found.find((one) => one.id === id)
            if (customer) onChosen(customer)
          }}
        />
      )}
    </Field>
  )
}
