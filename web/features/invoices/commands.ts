import { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { Receipt } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { listedTitle, shownNumber } from './listTexts.ts'

/** Finds invoices by number, title, customer or job. For the office. */
export const invoiceCommands: CommandSource = {
  heading: 'Invoices',
  minLength: 1,
  find: async (text, { may, client }) => {
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
