import { copyOf, type ListedCustomer } from '@plumbline/contract/customers.ts'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { fieldProps, fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { CustomerNameField } from '../../pickers/CustomerNameField.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'

/** The description of the customer of a job or a bid, for `fieldsOf`. */
export const customerFields = {
  customerId: hidden,
  customerName: { label: 'Customer Name' },
  customerEmail: { label: 'Customer Email' },
  customerPhone: { label: 'Customer Phone' },
  customerAddress: { label: 'Customer Address' },
} as const

type Customer = Partial<Record<keyof typeof customerFields | 'address', string | null | undefined>>
const { fields } = fieldsOf<Customer>({ ...customerFields, address: hidden })

/**
 * The form fields for the customer of a job or a bid. Choosing one fills in all of them, and the
 * address of the work if that is empty.
 */
export function CustomerFields<V extends Customer, Out>({
  title,
  form,
  emailHint,
}: {
  title: string
  form: UseFormReturn<V, unknown, Out>
  emailHint?: string
}) {
  const field = fieldProps(form.control, fields)
  const set = (name: keyof Customer, value: string | null | undefined) =>
    form.setValue(name as FieldPath<V>, value as FieldPathValue<V, FieldPath<V>>, {
      shouldDirty: true,
    })
  const fillIn = (customer: ListedCustomer) => {
    set('customerId', customer.id)
    for (const [name, text] of Object.entries(copyOf(customer)))
      set(name as keyof Customer, text ?? '')
    if (!form.getValues('address' as FieldPath<V>)) set('address', customer.address ?? '')
  }
  // A name that is typed after a choice is somebody else; the name of an existing job is corrected.
  const forgetChoice = (text: string) =>
    set('customerId', text === '' ? null : form.formState.defaultValues?.customerId)
  return (
    <FormSection title={title}>
      <CustomerNameField
        {...field('customerName')}
        hint={form.watch('customerId' as FieldPath<V>) ? 'One of your customers' : undefined}
        onTyped={forgetChoice}
        onChosen={fillIn}
      />
      <TextField {...field('customerEmail')} type="email" hint={emailHint} />
      <TextField {...field('customerPhone')} type="tel" />
      <TextField {...field('customerAddress')} />
    </FormSection>
  )
}
