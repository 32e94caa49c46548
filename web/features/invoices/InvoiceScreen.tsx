import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import {
  adminsAndClients,
  ignore,
  screen,
  searchParams,
  text,
  throwNotFound,
} from '../../screens/screen.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { ClientInvoiceView } from './ClientInvoiceView.tsx'
import { InvoiceNotFound } from './InvoiceNotFound.tsx'
import { InvoiceView } from './InvoiceView.tsx'

export const Route = createFileRoute('/invoices/$id')({
  ...screen({ title: 'Invoices', ...adminsAndClients }),
  validateSearch: searchParams({ session: text }),
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client, may }, params: { id } }) => {
    if (!may('finance.read')) {
      const { clientInvoiceQuery } = await import('./clientApi.ts')
      return client.query(clientInvoiceQuery(id)).catch(throwNotFound)
    }
    const [{ invoiceQuery }, { invoiceRemindersQuery }] = await Promise.all([
      import('./api.ts'),
      import('../reminders/api.ts'),
    ])
    await Promise.all([
      client.query(invoiceQuery(id)).catch(throwNotFound),
      // It is shown above other parts, which would move if it came later.
      client.query(invoiceRemindersQuery(id)).catch(ignore),
    ])
  },
  pendingComponent: () => <RowsSkeleton count={4} />,
  notFoundComponent: InvoiceNotFound,
  component: InvoiceScreen,
})

/** One invoice: all of it for the office, as it was issued for the client. */
function InvoiceScreen() {
  const { id } = Route.useParams()
  const { session } = Route.useSearch()
  const isOffice = useMay()('finance.read')
  return isOffice ? <InvoiceView id={id} /> : <ClientInvoiceView id={id} session={session} />
}
