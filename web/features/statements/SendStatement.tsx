import { formatSpan } from '@plumbline/contract/dates.ts'
import { SendStatement, type Statement, statementRoutes } from '@plumbline/contract/statements.ts'
import { dueLine } from '@plumbline/contract/statementTexts.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { centsText } from '../invoices/texts.ts'
import { emailsCustomers, linkAddressQuery } from '../proposals/api.ts'
import { documentPaths } from './api.ts'

const Address = SendStatement.pick({ email: true })
const { fields, empty } = fieldsOf<z.input<typeof Address>>({
  email: { label: 'Email Address', required: true },
})

interface SendStatementProps {
  statement: Statement
  onClose: () => void
}

/** The dialog that emails a statement, or offers its PDF where no emails are sent. */
export function SendStatementDialog(props: SendStatementProps) {
  const { data: address, isPending } = useQuery(linkAddressQuery)
  if (isPending) return null
  return address && emailsCustomers(address) ? <SendForm {...props} /> : <NoEmails {...props} />
}

function SendForm({ statement, onClose }: SendStatementProps) {
  const { customer, from, to, sent, closing } = statement
  const last = sent.find(({ state }) => state !== 'failed')
  const { form, submission } = useCreateForm(statementRoutes.send, {
    schema: Address,
    empty: { ...empty, email: last?.address ?? customer.email ?? '' },
    target: { params: { id: customer.id } },
    toBody: ({ email }) => ({ from, to, email }),
    success: 'The statement is on its way',
    failure: serverMessageOr('Failed to send the statement'),
    onDone: onClose,
  })
  const due = dueLine(statement)
  return (
    <FormDialog
      {...submission}
      title="Send Statement"
      description={customer.name}
      submitLabel="Send"
      onClose={onClose}
    >
      <TextField control={form.control} {...fields.email} type="email" />
      <p className="text-sm text-ink-2">
        The email says: Your statement for {formatSpan(from, to)} is attached. The balance is{' '}
        {due === null ? centsText(closing) : `${centsText(closing)}, ${due}`}.
      </p>
    </FormDialog>
  )
}

function NoEmails({ statement, onClose }: SendStatementProps) {
  const { customer } = statement
  return (
    <Dialog open onOpenChange={onClose} title="Send Statement" description={customer.name}>
      <DialogBody>
        No emails are sent here, because no mail server is set up. Download the statement and send
        it yourself.
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <a
          href={documentPaths(customer.id, statement).pdf}
          target="_blank"
          rel="noopener"
          onClick={onClose}
          className={buttonVariants({ variant: 'primary' })}
        >
          Statement PDF
        </a>
      </DialogFooter>
    </Dialog>
  )
}
