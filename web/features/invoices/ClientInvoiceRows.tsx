import type { ListedClientInvoice } from '@plumbline/contract/clientInvoices.ts'
import { useToday } from '../../screens/days.ts'
import { InvoiceRow } from './JobInvoiceRows.tsx'
import { stateToday } from './listTexts.ts'

interface ClientInvoiceRowsProps {
  invoices: readonly ListedClientInvoice[]
  /** Whether each says which job it is for. */
  namesJob?: boolean
}

/** The invoices to a client. */
export function ClientInvoiceRows({ invoices, namesJob = false }: ClientInvoiceRowsProps) {
  const today = useToday()
  return (
    <ul aria-label="Invoices" className="open-rows">
      {invoices.map((invoice) => (
        <InvoiceRow
          key={invoice.id}
          invoice={{ ...invoice, status: stateToday(invoice, today) }}
          {...(namesJob && { jobName: invoice.jobName })}
        />
      ))}
    </ul>
  )
}
