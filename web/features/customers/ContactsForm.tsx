import {
  type Customer,
  CustomerChange,
  customerRoutes,
  MAX_CONTACTS,
} from '@plumbline/contract/customers.ts'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { customerQuery } from './api.ts'

const ContactsChange = CustomerChange.pick({ contacts: true })
type Values = z.input<typeof ContactsChange>

const newContact = { name: '', role: '', phone: '', email: '' }

/** @param isAdding whether the form begins with a line for another contact */
const contactsForm = (isAdding: boolean) => {
  const { values, texts } = fieldsOf<Values, Customer>({
    contacts: {
      label: 'Contacts',
      empty: [],
      value: ({ contacts }) => (isAdding ? [...contacts, newContact] : contacts),
      text: ({ contacts }) => contacts.map(({ name }) => name).join(', '),
    },
  })
  return { values, texts }
}
const forms = { add: contactsForm(true), edit: contactsForm(false) }

interface EditContactsProps {
  customer: Customer
  /** `add` begins with a line for another contact. */
  kind: keyof typeof forms
  /** Runs after the contacts were saved. */
  onEdited: () => Promise<void>
  onClose: () => void
}

/** The dialog that edits all contacts of a customer. The first one is the main contact. */
export function EditContacts({ customer, kind, onEdited, onClose }: EditContactsProps) {
  const { form, submission } = useEditForm(customerRoutes.update, customer, {
    ...forms[kind],
    schema: ContactsChange,
    target: { params: { id: customer.id } },
    reload: (read) => read(customerQuery(customer.id)),
    success: 'Contacts updated successfully',
    failure: 'Failed to update contacts',
    onDone: () => {
      onClose()
      return onEdited()
    },
  })
  return (
    <FormDialog
      {...submission}
      title="Contacts"
      description={customer.name}
      wide
      submitLabel="Save"
      onClose={onClose}
    >
      <ContactLines control={form.control} />
    </FormDialog>
  )
}

type FormControl = Control<Values, unknown, z.output<typeof ContactsChange>>

function ContactLines({ control }: { control: FormControl }) {
  // The contacts have an `id` of their own.
  const lines = useFieldArray({ control, name: 'contacts', keyName: 'key' })
  return (
    <>
      <ul className="flex flex-col gap-5">
        {lines.fields.map(({ key }, index) => (
          <ContactLine
            key={key}
            control={control}
            index={index}
            onMakeMain={() => lines.move(index, 0)}
            onRemove={() => lines.remove(index)}
          />
        ))}
      </ul>
      {lines.fields.length === 0 && <p className="text-ink-2">No contacts</p>}
      {lines.fields.length < MAX_CONTACTS && (
        <Button className="mt-5" onClick={() => lines.append(newContact)}>
          <Plus aria-hidden />
          Add Contact
        </Button>
      )}
    </>
  )
}

interface ContactLineProps {
  control: FormControl
  index: number
  onMakeMain: () => void
  onRemove: () => void
}

function ContactLine({ control, index, onMakeMain, onRemove }: ContactLineProps) {
  const at = `contacts.${index}` as const
  const number = index + 1
  return (
    <li className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <fieldset aria-label={`Contact ${number}`}>
        <div className="mb-2 flex min-h-8 items-center gap-2">
          <span className="flex-1 text-sm text-ink-2">
            {index === 0 ? 'Main contact' : `Contact ${number}`}
          </span>
          {index > 0 && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Make contact ${number} the main contact`}
              onClick={onMakeMain}
            >
              <ArrowUp aria-hidden />
              Make Main
            </Button>
          )}
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove contact ${number}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <TextField control={control} name={`${at}.name`} label="Name" required />
          <TextField
            control={control}
            name={`${at}.role`}
            label="Role"
            placeholder="Site manager"
          />
          <TextField control={control} name={`${at}.phone`} label="Phone" type="tel" />
          <TextField control={control} name={`${at}.email`} label="Email" type="email" />
        </div>
      </fieldset>
    </li>
  )
}
