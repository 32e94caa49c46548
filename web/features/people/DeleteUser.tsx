import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'

interface DeleteUserProps {
  person: User
  onClose: () => void
  /**
   * Called instead of `onClose` after the deletion, so that a screen about the person can navigate
   * away.
   */
  onDeleted?: () => unknown
}

/** Asks for confirmation before a person's access ends or their invite is withdrawn. */
export function DeleteUser({ person, onClose, onDeleted }: DeleteUserProps) {
  return (
    <ConfirmWrite
      row={peopleRoutes.remove}
      args={{ params: { id: person.id } }}
      title={`Delete ${fullName(person)}?`}
      success="User deleted successfully"
      failure={serverMessageOr('Failed to delete user')}
      onClose={onClose}
      onDone={onDeleted}
    >
      {person.isInvited
        ? 'The invite link stops working at once.'
        : 'Their access ends at once and their open work is released. What they wrote and uploaded keeps their name.'}
    </ConfirmWrite>
  )
}
