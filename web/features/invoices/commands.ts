import { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { Receipt } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { type CommandSource, fits } from '../../screens/commands.ts'
import { listedTitle, shownNumber } from './listTexts.ts'

/** The invoices of a client among which the palette looks. */
const CLIENT_INVOICES = '100'

/** Finds invoices by number, title or job; for the office also by customer. */
export const invoiceCommands: CommandSource = {
  heading: 'Invoices',
  minLength: 1,
  find: async (text, { may, client, alike }) => {
    if (may('clientInvoice.list')) {
      const few = { limit: CLIENT_INVOICES }
      const invoices = await client.query(query(clientInvoiceRoutes.list, { query: few }))
      return invoices
        .filter(({ number, title, jobName }) =>
          fits(`invoice ${number} ${title} ${jobName}`, text, { alike }),
        )
        .slice(0, 6)
        .map(({ id, number, title, jobName }) => ({
          ...{ id, label: `${number} · ${title}`, detail: jobName },
          ...{ icon: Receipt, href: paths.invoice(id) },
        }))
    }
    if (!may('finance.read')) return []
    const search = { search: text, limit: '6', total: 'false' } as const
    const invoices = await client.query(query(invoiceRoutes.list, { query: search }))
    return invoices.map((invoice) => ({
      id: invoice.id,
      label: `${shownNumber(invoice)} · ${listedTitle(invoice)}`,
      detail: invoice.customerName,
      icon: Receipt,
      href: paths.invoice(invoice.id),
    }))
  },
}
