import { createFileRoute } from '@tanstack/react-router'
import { isMissing } from '../../api/call.ts'
import { adminOnly, day, screen, searchParams, throwNotFound } from '../../screens/screen.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { StatementNotFound } from './StatementNotFound.tsx'
import { StatementView } from './StatementView.tsx'

const validateSearch = searchParams({ from: day, to: day })

export const Route = createFileRoute('/customers/$id/statement')({
  ...screen({ title: 'Statement', ...adminOnly }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, params: { id }, location }) => {
    const { statementQuery } = await import('./api.ts')
    const days = validateSearch(location.search)
    await client.query(statementQuery(id, days)).catch((error: unknown) => {
      // A period that is refused is changed on the screen.
      if (isMissing(error)) throwNotFound(error)
    })
  },
  pendingComponent: () => <RowsSkeleton count={6} />,
  notFoundComponent: StatementNotFound,
  component: StatementScreen,
})

/** The statement of a customer for the days in the address. */
function StatementScreen() {
  const { id } = Route.useParams()
  return <StatementView key={id} id={id} days={Route.useSearch()} />
}
