import {
  type SubcontractorJob,
  type SubcontractorProfile,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { useWrite } from '../api/write.ts'
import { fullName } from '../people/api.ts'
import { Confirm } from '../ui/Confirm.tsx'

interface RemoveRatingProps {
  sub: SubcontractorProfile
  job: SubcontractorJob
  onClose: () => void
}

/** Asks before a rating is taken back. */
export function RemoveRating({ sub, job, onClose }: RemoveRatingProps) {
  const remove = useWrite(subcontractorRoutes.removeRating, {
    success: 'Rating removed successfully',
    failure: 'Failed to remove rating',
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Remove the rating of ${fullName(sub)}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutate({ params: { id: job.id, userId: sub.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      The rating for {job.name} and its note are gone then.
    </Confirm>
  )
}
