import { paymentRoutes, SendReceipt } from '@plumbline/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { emailsCustomers, linkAddressQuery } from '../proposals/api.ts'
import { accountQuery } from './api.ts'
import { receiptPaths } from './texts.ts'

const { fields, empty } = fieldsOf<z.input<typeof SendReceipt>>({
  email: { label: 'Email Address', required: true },
})

interface SendReceiptProps {
  payment: { readonly id: string; readonly name: string; readonly customerId: string }
  onClose: () => void
}

/** The dialog that emails a receipt, or says how to give it to somebody where none are sent. */
export function SendReceiptDialog(props: SendReceiptProps) {
  const { data: address, isPending } = useQuery(linkAddressQuery)
  const account = useQuery(accountQuery(props.payment.customerId))
  if (isPending || account.isLoading) return null
  if (!address || !emailsCustomers(address)) return <NoEmails {...props} />
  return <SendForm {...props} email={account.data?.email ?? ''} />
}

function SendForm({ payment: { id, name }, email, onClose }: SendReceiptProps & { email: string }) {
  const { form, submission } = useCreateForm(paymentRoutes.send, {
    schema: SendReceipt,
    empty: { ...empty, email },
    target: { params: { id } },
    success: 'The receipt is on its way',
    failure: serverMessageOr('Failed to send the receipt'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Send Receipt"
      description={name}
      submitLabel="Send"
      onClose={onClose}
    >
      <TextField control={form.control} {...fields.email} type="email" />
    </FormDialog>
  )
}

function NoEmails({ payment: { id, name }, onClose }: SendReceiptProps) {
  const { pdf } = receiptPaths(id)
  return (
    <Dialog open onOpenChange={onClose} title="Send Receipt" description={name}>
      <DialogBody>
        No emails are sent here, because no mail server is set up. Download the receipt and send it
        yourself.
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <a
          href={pdf}
          target="_blank"
          rel="noopener"
          onClick={onClose}
          className={buttonVariants({ variant: 'primary' })}
        >
          Receipt PDF
        </a>
      </DialogFooter>
    </Dialog>
  )
}
