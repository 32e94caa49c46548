import type { Slice } from '../../http/slice.ts'
import { invoiceHistory, invoiceSources, invoices } from '../../schema/invoices.ts'
import { linkPages } from './pages/routes.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  pages: linkPages,
  exported: [invoices, invoiceSources, invoiceHistory],
  secrets: [invoices.linkHash],
}
