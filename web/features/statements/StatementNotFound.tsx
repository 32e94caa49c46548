import { UserRoundX } from 'lucide-react'
import { paths } from '../../paths.ts'
import { NotFound } from '../../screens/NotFound.tsx'

/** Shown in place of the statement of a customer who was deleted. */
export function StatementNotFound() {
  return (
    <NotFound
      heading="Statement"
      icon={UserRoundX}
      title="Customer not found"
      text="They may have been deleted"
      href={paths.customers()}
      to="Customers"
    />
  )
}
