import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { useWrite } from '../api/write.ts'
import { profileReads } from '../subcontractors/api.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { fullName, staffReads } from './api.ts'
import { saidOr } from './failures.ts'

interface DeleteUserProps {
  person: User
  onClose: () => void
  /** Leaves a page that is about the person; what is read of them alone is not asked for again then. */
  onGone?: () => void
}

/** Asks before a person's access ends or their invite is withdrawn. */
export function DeleteUser({ person, onClose, onGone }: DeleteUserProps) {
  const remove = useWrite(peopleRoutes.remove, {
    success: 'User deleted successfully',
    failure: saidOr('Failed to delete user'),
    refreshes: onGone
      ? staffReads.filter((row) => !profileReads.some((own) => own === row))
      : staffReads,
    onSuccess: onGone ?? onClose,
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete ${fullName(person)}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutate({ params: { id: person.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      {person.isInvited
        ? 'The invite link stops working at once.'
        : 'Their access ends at once and their open work is released. What they wrote and uploaded keeps their name.'}
    </Confirm>
  )
}
