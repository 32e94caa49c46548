import type { Slice } from '../../http/slice.ts'
import { invoiceHistory, invoiceSources, invoices } from '../../schema/invoices.ts'
import { clientRoutes } from './clientRoutes.ts'
import { linkPages } from './pages/routes.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes: (serve) => {
    routes(serve)
    clientRoutes(serve)
  },
  pages: linkPages,
  exported: [invoices, invoiceSources, invoiceHistory],
  secrets: [invoices.linkHash],
}
