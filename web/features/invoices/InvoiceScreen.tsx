import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, screen, throwNotFound } from '../../screens/screen.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { InvoiceNotFound } from './InvoiceNotFound.tsx'
import { InvoiceView } from './InvoiceView.tsx'

export const Route = createFileRoute('/invoices/$id')({
  ...screen({ title: 'Invoices', ...adminOnly }),
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: ({ context: { client }, params }) =>
    import('./api.ts')
      .then(({ invoiceQuery }) => client.query(invoiceQuery(params.id)))
      .catch(throwNotFound),
  pendingComponent: () => <RowsSkeleton count={4} />,
  notFoundComponent: InvoiceNotFound,
  component: InvoiceScreen,
})

function InvoiceScreen() {
  const { id } = Route.useParams()
  return <InvoiceView id={id} />
}
