import { type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { Link2, Mail, RefreshCw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { useCopyLink } from '../proposals/useCopyLink.ts'
import { invoiceLinkQuery } from './api.ts'
import { nounOf } from './texts.ts'

const SendDialog = lazyPart(async () => ({
  default: (await import('./SendInvoice.tsx')).SendDialog,
}))
const CreateInvoice = lazyPart(async () => ({
  default: (await import('./InvoiceForm.tsx')).CreateInvoice,
}))
const ShareInvoice = lazyPart(async () => ({
  default: (await import('./ShareInvoice.tsx')).ShareInvoice,
}))

interface InvoiceProps {
  invoice: Invoice
}

type LinkDialog =
  | { readonly kind: 'renew' }
  | { readonly kind: 'share'; readonly path: string; readonly copyRefused: boolean }

interface LinkMenuProps extends InvoiceProps {
  /** Other actions, below those on the link. */
  children?: ReactNode
}

/** The actions on the link of an issued invoice and its credit memo, in a menu. */
export function LinkMenu({ invoice, children }: LinkMenuProps) {
  const { id, number } = invoice
  const [dialog, setDialog] = useState<LinkDialog | null>(null)
  const [isCrediting, setCrediting] = useOpened('new credit memo', false)
  const close = () => setDialog(null)
  const renew = () => setDialog({ kind: 'renew' })
  const copy = useCopyLink({
    read: invoiceLinkQuery(id),
    onMissing: renew,
    onRefused: (path) => setDialog({ kind: 'share', path, copyRefused: true }),
  })
  return (
    <>
      <MoreActions isMenu>
        <Button onClick={copy.run}>
          <Link2 aria-hidden />
          Copy link
        </Button>
        <Button onClick={renew}>
          <RefreshCw aria-hidden />
          New link
        </Button>
        {children}
        {invoice.kind === 'invoice' && (
          <Button onClick={() => setCrediting(true)}>
            <Undo2 aria-hidden />
            New credit memo
          </Button>
        )}
      </MoreActions>
      {isCrediting && (
        <CreateInvoice
          kind="creditMemo"
          title={`Invoice ${number}`}
          customerId={invoice.customerId}
          {...(invoice.jobId !== null && { jobId: invoice.jobId })}
          onClose={() => setCrediting(false)}
        />
      )}
      {dialog?.kind === 'renew' && (
        <ConfirmWrite
          row={invoiceRoutes.renewLink}
          args={{ params: { id } }}
          title={`Make a new link for ${nounOf(invoice)} ${number}?`}
          confirmLabel="Make New Link"
          variant="primary"
          success="New link made"
          failure={serverMessageOr('Failed to make a new link')}
          onClose={close}
          onDone={({ path }) =>
            path === null ? close() : setDialog({ kind: 'share', path, copyRefused: false })
          }
        >
          The link that your customer has now stops working. Send them the new one.
        </ConfirmWrite>
      )}
      {dialog?.kind === 'share' && (
        <ShareInvoice
          invoice={invoice}
          path={dialog.path}
          copyRefused={dialog.copyRefused}
          onClose={close}
        />
      )}
    </>
  )
}

/** The button that sends an issued invoice. */
export function SendButton({ invoice }: InvoiceProps) {
  const [isOpen, setOpen] = useOpened('send invoice', false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Mail aria-hidden />
        {invoice.sentTo === null ? 'Send' : 'Send again'}
      </Button>
      {isOpen && <SendDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}
