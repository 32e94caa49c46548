import { UserRoundX } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'

/** Shown in place of the statement of a customer who was deleted. */
export function StatementNotFound() {
  return (
    <>
      <h1 className="sr-only">Statement</h1>
      <EmptyState
        icon={UserRoundX}
        title="Customer not found"
        text="They may have been deleted"
        action={
          <Link href={paths.customers()} className={buttonVariants()}>
            Back to Customers
          </Link>
        }
      />
    </>
  )
}
