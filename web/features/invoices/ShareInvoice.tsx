import { formatDay } from '@plumbline/contract/dates.ts'
import type { Invoice } from '@plumbline/contract/invoices.ts'
import { useCompany } from '../../api/company.ts'
import { ShareLink } from '../proposals/ShareLink.tsx'
import { invoiceLinkQuery } from './api.ts'
import { centsText, invoiceName, nounOf } from './texts.ts'

interface ShareInvoiceProps {
  invoice: Invoice
  /** The path of its link, if it was read just now. */
  path?: string
  /** Whether the browser has refused to copy the link. */
  copyRefused?: boolean
  onClose: () => void
}

/** The link of an issued invoice, with a text and ways to send both to the customer. */
export function ShareInvoice({ invoice, ...dialog }: ShareInvoiceProps) {
  const { companyName } = useCompany()
  const { id, kind, number, total, dueOn, status, content, sentTo } = invoice
  const noun = nounOf(invoice)
  const job = content?.job
  const named = job ? `${noun} ${number} for ${job.name}` : `${noun} ${number}`
  const sum =
    kind === 'creditMemo'
      ? `${centsText(-total)} of credit`
      : `${centsText(total)}, ${status === 'paid' ? 'paid' : `due ${formatDay(dueOn)}`}`
  return (
    <ShareLink
      {...dialog}
      title={`Link of ${invoiceName(invoice)}`}
      description={sum}
      read={invoiceLinkQuery(id)}
      what={`the ${noun}`}
      whenEnded={`It has no link. Choose “New link” in the menu of the ${noun} to make one.`}
      addressee={{ email: sentTo ?? invoice.customerEmail, phone: invoice.customerPhone }}
      subject={`${companyName}: ${named}`}
      textOf={(link) =>
        `Hello, here is our ${named}: ${sum}. Open this link to read or print it, or to ask us ` +
        `a question: ${link}\n\n${companyName}`
      }
    />
  )
}
