import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, day, screen, searchParams } from '../../screens/screen.ts'
import { StatementView } from './StatementView.tsx'

export const Route = createFileRoute('/customers/$id/statement')({
  ...screen({ title: 'Statement', ...adminOnly }),
  validateSearch: searchParams({ from: day, to: day }),
  component: StatementScreen,
})

/** The statement of a customer for the days in the address. It is read once the screen is here. */
function StatementScreen() {
  const { id } = Route.useParams()
  return <StatementView key={id} id={id} days={Route.useSearch()} />
}
