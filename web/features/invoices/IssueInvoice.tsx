import { formatDay } from '@plumbline/contract/dates.ts'
import { type Invoice, IssueInvoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { emailsCustomers, linkAddressQuery } from '../proposals/api.ts'
import { ShareInvoice } from './ShareInvoice.tsx'
import { centsText, dueDay, invoiceName, leftAgain, nounOf, titleNoun } from './texts.ts'

const schema = IssueInvoice.pick({ email: true })

const { fields, empty } = fieldsOf<z.input<typeof schema>>({
  email: { label: 'Email Address', hint: 'Leave it empty to get the link and send it yourself.' },
})

/** The amount in cents by which a draft is more than is left of the contract; 0 if it is not. */
const overOf = ({ content, left, total }: Invoice) =>
  content?.contract ? Math.max(total - Math.max(left ?? 0, 0), 0) : 0

interface IssueDialogProps {
  invoice: Invoice
  onClose: () => void
}

/**
 * The dialog that issues a draft: its total, once more, and that it stays. Where it is not emailed,
 * its link is shown after that.
 */
export function IssueDialog({ invoice, onClose }: IssueDialogProps) {
  const { data: address, isPending } = useQuery(linkAddressQuery)
  const [issued, setIssued] = useState<Invoice | null>(null)
  if (issued) return <ShareInvoice invoice={issued} onClose={onClose} />
  if (isPending) return null
  return (
    <IssueForm
      invoice={invoice}
      canEmail={address !== undefined && emailsCustomers(address)}
      onIssued={setIssued}
      onClose={onClose}
    />
  )
}

interface IssueFormProps extends IssueDialogProps {
  /** Whether emails are sent here. Otherwise nothing is sent, so no address is asked for. */
  canEmail: boolean
  /** Runs after it was issued, but not emailed. */
  onIssued: (invoice: Invoice) => void
}

function IssueForm({ invoice, canEmail, onIssued, onClose }: IssueFormProps) {
  const client = useQueryClient()
  const today = useToday()
  // A colleague's change must not be issued unseen.
  const [opened] = useState(invoice)
  const [isStale, setStale] = useState(false)
  const shown = isStale ? invoice : opened
  const { id, customerName, total } = shown
  const isCredit = shown.kind === 'creditMemo'
  const over = overOf(shown)
  const { form, submission } = useCreateForm(invoiceRoutes.issue, {
    schema,
    empty: { ...empty, email: opened.customerEmail ?? '' },
    target: { params: { id }, version: shown },
    toBody: ({ email }) => ({
      total,
      ...(over > 0 && { overContract: true }),
      ...(canEmail && { email }),
    }),
    success: (issued) => ({
      title: 'Success',
      description: `${invoiceName(issued)} issued${issued.sentTo === null ? '' : ` and on its way to ${issued.sentTo}`}`,
    }),
    failure: serverMessageOr(`Failed to issue the ${nounOf(opened)}`),
    onDone: (issued) => (issued.sentTo === null ? onIssued(issued) : onClose()),
    onStale: async () => {
      await refreshAll(client)
      setStale(true)
    },
  })
  const label = canEmail && form.watch('email') ? 'Issue and send' : 'Issue'
  return (
    <FormDialog
      {...submission}
      title={`Issue ${titleNoun(shown)}`}
      submitLabel={over > 0 ? `${label} anyway` : label}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isStale && (
          <Alert tone="warn">
            <p className="font-medium">Something was changed meanwhile.</p>
            <p>The amounts below are the new ones. Look at the draft, then issue it.</p>
          </Alert>
        )}
        <dl>
          <Fact name={isCredit ? 'Total credit' : 'Total'}>
            <b className="text-lg tracking-tight">{centsText(isCredit ? -total : total)}</b>
          </Fact>
          <Fact name="Customer">{customerName}</Fact>
          {!isCredit && <Fact name="Due">{formatDay(dueDay(shown, today))}</Fact>}
        </dl>
        {over > 0 && (
          <Alert tone="warn">
            This is {centsText(over)} more than is left to invoice. Issue it anyway?
          </Alert>
        )}
        {isCredit && shown.jobId !== null && <p>{leftAgain}</p>}
        <p className="text-ink-2">
          It gets the next number. From then on its lines stay; one that is wrong is made void and
          written again.
        </p>
        {canEmail && <TextField control={form.control} {...fields.email} type="email" />}
      </div>
    </FormDialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 border-b border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  )
}
