import { FileX } from 'lucide-react'
import { paths } from '../../paths.ts'
import { NotFound } from '../../screens/NotFound.tsx'

/** Shown both for a change order that does not exist and for one the person may not see. */
export function ChangeOrderNotFound() {
  return (
    <NotFound
      heading="Change Order"
      icon={FileX}
      title="Change order not found"
      text="It may have been withdrawn or deleted, or you may not have access to it"
      href={paths.jobs()}
      to="Jobs"
    />
  )
}
