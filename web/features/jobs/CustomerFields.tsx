import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'

interface Customer extends FieldValues {
  customerName?: string | null | undefined
  customerEmail?: string | null | undefined
  customerPhone?: string | null | undefined
  customerAddress?: string | null | undefined
}

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
  const field = (name: keyof Customer) => ({ control, name: name as FieldPath<V> })
  return (
    <FormSection title={title}>
      <TextField {...field('customerName')} label="Customer Name" />
      <TextField {...field('customerEmail')} label="Customer Email" type="email" hint={emailHint} />
      <TextField {...field('customerPhone')} label="Customer Phone" type="tel" />
      <TextField {...field('customerAddress')} label="Customer Address" />
    </FormSection>
  )
}

interface Owner {
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly customerPhone: string | null
  readonly customerAddress: string | null
}

/** The values of these fields for a job or a bid. */
export const customerValues = (owner: Owner) => ({
  customerName: owner.customerName ?? '',
  customerEmail: owner.customerEmail ?? '',
  customerPhone: owner.customerPhone ?? '',
  customerAddress: owner.customerAddress ?? '',
})

/** The labels and texts of these fields, shown where somebody else changed them. */
export const customerTexts = (owner: Owner) =>
  ({
    customerName: ['Customer Name', owner.customerName ?? 'none'],
    customerEmail: ['Customer Email', owner.customerEmail ?? 'none'],
    customerPhone: ['Customer Phone', owner.customerPhone ?? 'none'],
    customerAddress: ['Customer Address', owner.customerAddress ?? 'none'],
  }) as const
