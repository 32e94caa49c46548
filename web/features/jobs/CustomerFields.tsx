import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'

interface Customer extends FieldValues {
  customerName?: string | null | undefined
  customerEmail?: string | null | undefined
  customerPhone?: string | null | undefined
  customerAddress?: string | null | undefined
}

/** The description of the customer of a job or a bid, for `fieldsOf`. */
export const customerFields = {
  customerName: { label: 'Customer Name' },
  customerEmail: { label: 'Customer Email' },
  customerPhone: { label: 'Customer Phone' },
  customerAddress: { label: 'Customer Address' },
} as const

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
  const field = (name: keyof typeof customerFields) => ({
    control,
    name: name as FieldPath<V>,
    label: customerFields[name].label,
  })
  return (
    <FormSection title={title}>
      <TextField {...field('customerName')} />
      <TextField {...field('customerEmail')} type="email" hint={emailHint} />
      <TextField {...field('customerPhone')} type="tel" />
      <TextField {...field('customerAddress')} />
    </FormSection>
  )
}
