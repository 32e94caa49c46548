import { type Invoice, invoiceRoutes, SendInvoice } from '@plumbline/contract/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { emailsCustomers, linkAddressQuery } from '../proposals/api.ts'
import { ShareInvoice } from './ShareInvoice.tsx'
import { invoiceName, nounOf } from './texts.ts'

const { fields, empty } = fieldsOf<z.input<typeof SendInvoice>>({
  email: { label: 'Email Address', required: true },
})

interface SendDialogProps {
  invoice: Invoice
  onClose: () => void
}

/** The dialog that sends an issued invoice: by email, or its link where no emails are sent. */
export function SendDialog(props: SendDialogProps) {
  const { data: address, isPending } = useQuery(linkAddressQuery)
  if (isPending) return null
  return address && emailsCustomers(address) ? <SendForm {...props} /> : <ShareInvoice {...props} />
}

function SendForm({ invoice, onClose }: SendDialogProps) {
  const { id, sentTo, customerEmail } = invoice
  const { form, submission } = useCreateForm(invoiceRoutes.send, {
    schema: SendInvoice,
    empty: { ...empty, email: sentTo ?? customerEmail ?? '' },
    target: { params: { id } },
    success: (sent) => ({
      title: 'Success',
      description: `${invoiceName(invoice)} is on its way to ${sent.sentTo}`,
    }),
    failure: serverMessageOr(`Failed to send the ${nounOf(invoice)}`),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title={`Send ${invoiceName(invoice)}`}
      description="Your customer gets its PDF and its link."
      submitLabel="Send"
      onClose={onClose}
    >
      <TextField control={form.control} {...fields.email} type="email" />
    </FormDialog>
  )
}
