import {
  type Customer,
  CustomerDetails,
  CustomerWithContact,
  customerRoutes,
} from '@plumbline/contract/customers.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CheckboxField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { fieldProps, fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'
import { LEAD_SOURCES } from '../bids/BidForm.tsx'
import { customerQuery } from './api.ts'

type DetailValues = z.input<typeof CustomerDetails>
type NewValues = z.input<typeof CustomerWithContact>

const detailFields = {
  name: { label: 'Name', required: true },
  company: { label: 'Company' },
  address: { label: 'Billing Address' },
  source: { label: 'Source' },
  notes: { label: 'Private Notes', hint: readersSentence.office },
  taxExempt: { label: 'Exempt from sales tax', kind: yesNo },
  taxCertificate: { label: 'Certificate Number' },
} as const

const { fields, ...editForm } = fieldsOf<DetailValues, Customer>(detailFields)
const { fields: newFields, empty } = fieldsOf<NewValues>({
  ...detailFields,
  contactName: { label: 'Contact Name', hint: 'If it is not the name above' },
  phone: { label: 'Phone' },
  email: { label: 'Email' },
})

/** The dialog that adds a customer with their main contact. */
export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const {
    form: { control },
    submission,
  } = useCreateForm(customerRoutes.create, {
    schema: CustomerWithContact,
    empty,
    target: {},
    toBody: ({ contactName, phone, email, ...customer }) => ({
      ...customer,
      contacts:
        contactName || phone || email
          ? [{ name: contactName || customer.name, phone: phone ?? null, email: email ?? null }]
          : [],
    }),
    success: 'Customer added successfully',
    failure: 'Failed to add customer',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="New Customer"
      wide
      submitLabel="Add Customer"
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <FormSection title="Customer">
          <NameFields control={control} />
          <TextField control={control} {...newFields.phone} type="tel" />
          <TextField control={control} {...newFields.email} type="email" />
          <TextField control={control} {...newFields.contactName} className="sm:col-span-2" />
        </FormSection>
        <MoreFields control={control} />
      </div>
    </FormDialog>
  )
}

interface EditCustomerProps {
  customer: Customer
  /** Runs after the customer was saved. */
  onEdited: () => Promise<void>
  onClose: () => void
}

/** The dialog that edits a customer without their contacts. */
export function EditCustomer({ customer, onEdited, onClose }: EditCustomerProps) {
  const {
    form: { control },
    submission,
  } = useEditForm(customerRoutes.update, customer, {
    ...editForm,
    schema: CustomerDetails,
    target: { params: { id: customer.id } },
    reload: (read) => read(customerQuery(customer.id)),
    success: 'Customer updated successfully',
    failure: 'Failed to update customer',
    onDone: () => {
      onClose()
      return onEdited()
    },
  })
  return (
    <FormDialog {...submission} title="Edit Customer" wide submitLabel="Save" onClose={onClose}>
      <div className="flex flex-col gap-6">
        <FormSection title="Customer">
          <NameFields control={control} />
        </FormSection>
        <MoreFields control={control} />
      </div>
    </FormDialog>
  )
}

type Values = Partial<DetailValues>

function NameFields<V extends Values, Out>({ control }: { control: Control<V, unknown, Out> }) {
  const field = fieldProps(control, fields)
  return (
    <>
      <TextField {...field('name')} placeholder="Maya and Daniel Okafor" />
      <TextField {...field('company')} />
    </>
  )
}

/** The billing address, and what the office should know. */
function MoreFields<V extends Values, Out>({ control }: { control: Control<V, unknown, Out> }) {
  const field = fieldProps(control, fields)
  const isExempt = useWatch({ control, name: field('taxExempt').name })
  return (
    <FormSection title="Billing and Notes">
      <TextField {...field('address')} className="sm:col-span-2" />
      <TextField {...field('source')} suggestions={LEAD_SOURCES} className="sm:col-span-2" />
      <CheckboxField {...field('taxExempt')} className="self-center" />
      {isExempt && <TextField {...field('taxCertificate')} />}
      <TextAreaField {...field('notes')} className="sm:col-span-2" />
    </FormSection>
  )
}
