import { useController, useFormState } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { fields, type InvoiceForm } from './draft.ts'

const kinds = [
  { value: '', label: 'None' },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Dollars' },
]

/** A discount on the lines, in percent or in dollars. */
export function DiscountFields({ form: { control } }: { form: InvoiceForm }) {
  const { field } = useController({ control, name: 'discount' })
  const { errors } = useFormState({ control, name: 'discount' })
  const discount = field.value ?? null
  const problem = errors.discount?.value?.message ?? errors.discount?.message
  return (
    <>
      <Field {...fields.discount}>
        {(attributes) => (
          <Select
            {...attributes}
            value={discount?.kind ?? ''}
            onChange={({ target: { value } }) =>
              field.onChange(
                value === 'percent' || value === 'amount' ? { kind: value, value: '' } : null,
              )
            }
            options={kinds}
          />
        )}
      </Field>
      {discount && (
        <Field label={discount.kind === 'percent' ? 'Percent Off' : 'Dollars Off'} error={problem}>
          {(attributes) => (
            <Input
              {...attributes}
              ref={field.ref}
              inputMode="decimal"
              autoComplete="off"
              value={discount.value}
              onChange={({ target: { value } }) => field.onChange({ ...discount, value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
