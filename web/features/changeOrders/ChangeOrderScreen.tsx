import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import { adminsAndClients, ignore, screen, throwNotFound } from '../../screens/screen.ts'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { ChangeOrderNotFound } from './ChangeOrderNotFound.tsx'
import { ClientOffer } from './ClientOffer.tsx'
import { OfficeChangeOrder } from './OfficeChangeOrder.tsx'

export const Route = createFileRoute('/change-orders/$id')({
  ...screen({ title: 'Change Order', ...adminsAndClients }),
  // The part for clients reads what was sent to them itself.
  loader: async ({ context: { client, may }, params: { id } }) => {
    if (!may('changeOrder.read')) return
    // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
    const { changeOrderQuery } = await import('./api.ts')
    const { proposalsQuery } = await import('../proposals/api.ts')
    await Promise.all([
      client.query(changeOrderQuery(id)).catch(throwNotFound),
      client.query(proposalsQuery({ kind: 'changeOrder', id })).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <Skeletons count={3} className="flex flex-col gap-4">
      <Skeleton className="h-7 w-2/5" />
      <Skeleton className="mt-3 h-24 w-full" />
    </Skeletons>
  ),
  notFoundComponent: ChangeOrderNotFound,
  component: ChangeOrderScreen,
})

/** One change order: all of it for the office, as it was sent for the client. */
function ChangeOrderScreen() {
  const { id } = Route.useParams()
  return useMay()('changeOrder.read') ? <OfficeChangeOrder id={id} /> : <ClientOffer id={id} />
}
