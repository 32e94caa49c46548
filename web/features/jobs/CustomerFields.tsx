import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'

interface Customer extends FieldValues {
  customerName?: string | null | undefined
  customerEmail?: string | null | undefined
  customerPhone?: string | null | undefined
  customerAddress?: string | null | undefined
}

/** The customer of a job or a bid. */
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

/** What these fields hold for a job or a bid. */
export const customerValues = (of: Owner) => ({
  customerName: of.customerName ?? '',
  customerEmail: of.customerEmail ?? '',
  customerPhone: of.customerPhone ?? '',
  customerAddress: of.customerAddress ?? '',
})

/** Their names and texts, where somebody else changed them. */
export const customerTexts = (of: Owner) =>
  ({
    customerName: ['Customer Name', of.customerName ?? 'none'],
    customerEmail: ['Customer Email', of.customerEmail ?? 'none'],
    customerPhone: ['Customer Phone', of.customerPhone ?? 'none'],
    customerAddress: ['Customer Address', of.customerAddress ?? 'none'],
  }) as const
