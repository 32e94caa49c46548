import { type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { useRouter } from '@tanstack/react-router'
import { Banknote, Download, Eraser, Lock, Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { RecordPayment, WriteOff } from '../payments/dialogs.tsx'
import { LinkMenu, SendButton } from './InvoiceLink.tsx'
import { issueProblem } from './texts.ts'

const EditInvoice = lazyPart(async () => ({
  default: (await import('./InvoiceForm.tsx')).EditInvoice,
}))
const IssueDialog = lazyPart(async () => ({
  default: (await import('./IssueInvoice.tsx')).IssueDialog,
}))
const MoveDueDay = lazyPart(async () => ({
  default: (await import('./MoveDueDay.tsx')).MoveDueDay,
}))
const VoidDialog = lazyPart(async () => ({
  default: (await import('./VoidInvoice.tsx')).VoidDialog,
}))

interface InvoiceProps {
  invoice: Invoice
}

const isIssued = ({ status }: Invoice) => status !== 'draft' && status !== 'void'

/** Whether something is owed of an invoice. */
export const isOpenInvoice = (invoice: Invoice) => isIssued(invoice) && invoice.owed > 0

/** The actions on a draft, the PDF, and sending an invoice that was issued. */
export function InvoiceActions({ invoice }: InvoiceProps) {
  const may = useMay()
  const today = useToday()
  const [dialog, setDialog] = useOpened<'edit' | 'issue' | 'delete' | 'pay' | 'writeOff' | null>(
    'invoice',
    null,
  )
  const close = () => setDialog(null)
  const { id, status, content, customerId, customerName } = invoice
  const isOpenDraft = status === 'draft' && may('finance.write')
  const canSend = isIssued(invoice) && may('finance.write')
  const canPay = canSend && isOpenInvoice(invoice)
  const problem = issueProblem(invoice, today)
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      {isOpenDraft && (
        <MoreActions>
          <Button aria-label="Delete draft" onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            <span className="@2xl:hidden">Delete</span>
          </Button>
        </MoreActions>
      )}
      {canSend && (
        <LinkMenu invoice={invoice}>
          {canPay && (
            <Button onClick={() => setDialog('writeOff')}>
              <Eraser aria-hidden />
              Write off
            </Button>
          )}
        </LinkMenu>
      )}
      {content && (
        <a
          href={`/api/invoices/${id}/document.pdf`}
          target="_blank"
          rel="noopener"
          className={buttonVariants()}
        >
          <Download aria-hidden />
          PDF
        </a>
      )}
      {canSend && <SendButton invoice={invoice} />}
      {canPay && (
        <Button variant="primary" onClick={() => setDialog('pay')} className="max-sm:w-full">
          <Banknote aria-hidden />
          Record Payment
        </Button>
      )}
      {isOpenDraft && (
        <>
          <Button onClick={() => setDialog('edit')}>
            <Pencil aria-hidden />
            Edit
          </Button>
          <Button
            variant="primary"
            disabled={problem !== null}
            title={problem ?? undefined}
            onClick={() => setDialog('issue')}
          >
            Issue
          </Button>
        </>
      )}
      {dialog === 'edit' && <EditInvoice invoice={invoice} onClose={close} />}
      {dialog === 'issue' && <IssueDialog invoice={invoice} onClose={close} />}
      {dialog === 'delete' && <DeleteDraft invoice={invoice} onClose={close} />}
      {dialog === 'pay' && (
        <RecordPayment
          customer={{ id: customerId, name: customerName }}
          first={[id]}
          onClose={close}
        />
      )}
      {dialog === 'writeOff' && <WriteOff invoice={invoice} onClose={close} />}
    </div>
  )
}

/** The reason why an invoice that was issued cannot be made void; null for none. */
function notVoidable({ kind, paid, processing }: Invoice): string | null {
  if (processing !== null) return 'It cannot be made void while a card payment is being processed.'
  if (paid === 0) return null
  return `It cannot be made void while something of it is ${kind === 'creditMemo' ? 'applied' : 'paid'}.`
}

/** The actions on an invoice that was issued, which stay below what they are seldom needed for. */
export function IssuedActions({ invoice }: InvoiceProps) {
  const may = useMay()
  const [dialog, setDialog] = useOpened<'dueDay' | 'void' | null>('issued invoice', null)
  const close = () => setDialog(null)
  if (!isIssued(invoice) || !may('finance.write')) return null
  const reason = notVoidable(invoice)
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <p className="mr-auto flex items-center gap-2 text-sm text-ink-2">
        <Lock aria-hidden className="size-3.5" />
        {reason ?? 'Issued, so its lines stay.'}
      </p>
      {invoice.kind === 'invoice' && (
        <Button size="sm" onClick={() => setDialog('dueDay')}>
          Move due day
        </Button>
      )}
      {reason === null && (
        <Button size="sm" onClick={() => setDialog('void')}>
          Void
        </Button>
      )}
      {dialog === 'dueDay' && <MoveDueDay invoice={invoice} onClose={close} />}
      {dialog === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
    </div>
  )
}

function DeleteDraft({
  invoice: { kind, id, title, jobId },
  onClose,
}: InvoiceProps & { onClose: () => void }) {
  const router = useRouter()
  return (
    <ConfirmWrite
      row={invoiceRoutes.remove}
      args={{ params: { id } }}
      title={`Delete the draft “${title}”?`}
      success="Draft deleted"
      failure={serverMessageOr('Failed to delete the draft')}
      onClose={onClose}
      onDone={() => router.navigate({ href: jobId === null ? paths.invoices() : paths.job(jobId) })}
    >
      It was never issued.
      {kind === 'invoice' && ' Its payment and change orders can be invoiced again.'}
    </ConfirmWrite>
  )
}
