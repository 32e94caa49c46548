import type { Control } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { fieldProps, fieldsOf } from '../../forms/fieldsOf.ts'
import { FormSection } from '../../ui/FormPanel.tsx'

/** The description of the customer of a job or a bid, for `fieldsOf`. */
export const customerFields = {
  customerName: { label: 'Customer Name' },
  customerEmail: { label: 'Customer Email' },
  customerPhone: { label: 'Customer Phone' },
  customerAddress: { label: 'Customer Address' },
} as const

type Customer = Partial<Record<keyof typeof customerFields, string | null | undefined>>
const { fields } = fieldsOf<Customer>(customerFields)

/** The form fields for the customer of a job or a bid. */
export function CustomerFields<V extends Customer, Out>({
  title,
  control,
  emailHint,
}: {
  title: string
  control: Control<V, unknown, Out>
  emailHint?: string
}) {
  const field = fieldProps(control, fields)
  return (
    <FormSection title={title}>
      <TextField {...field('customerName')} />
      <TextField {...field('customerEmail')} type="email" hint={emailHint} />
      <TextField {...field('customerPhone')} type="tel" />
      <TextField {...field('customerAddress')} />
    </FormSection>
  )
}
