import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { useWrite } from '../api/write.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { fullName, serverMessageOr } from './api.ts'

interface DeleteUserProps {
  person: User
  onClose: () => void
  /** Runs in place of `onClose` after the deletion: a screen about the person is left. */
  onDeleted?: () => unknown
}

/** Asks before a person's access ends or their invite is withdrawn. */
export function DeleteUser({ person, onClose, onDeleted }: DeleteUserProps) {
  const remove = useWrite(peopleRoutes.remove, {
    success: 'User deleted successfully',
    failure: serverMessageOr('Failed to delete user'),
    onSuccess: onDeleted ?? onClose,
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
