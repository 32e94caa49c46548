import { FileX } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'

/** Shown both for a change order that does not exist and for one the person may not see. */
export function ChangeOrderNotFound() {
  return (
    <>
      <h1 className="sr-only">Change Order</h1>
      <EmptyState
        icon={FileX}
        title="Change order not found"
        text="It may have been withdrawn or deleted, or you may not have access to it"
        action={
          <Link href={paths.jobs()} className={buttonVariants()}>
            Back to Jobs
          </Link>
        }
      />
    </>
  )
}
