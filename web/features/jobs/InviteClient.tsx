import type { User } from '@plumbline/contract/people.ts'
import { isClient } from '../../api/people.ts'
import { personTyped } from '../people/personTyped.ts'
import { InviteUser } from '../people/UserForm.tsx'
import { useInvites } from '../people/useInvites.tsx'

interface InviteClientProps {
  /** The name or email address that was typed, null while no form is open. */
  typed: string | null
  onClose: () => void
  onInvited: (client: User) => void
}

/** Invites a client, and shows the link of the invite. */
export default function InviteClient({ typed, onClose, onInvited }: InviteClientProps) {
  const invites = useInvites()
  return (
    <>
      {typed !== null && (
        <InviteUser
          prefill={{ ...personTyped(typed), role: 'client' }}
          onClose={onClose}
          onInvited={(made) => {
            // The form can invite others, too, whom a job cannot be for.
            if (isClient(made.user)) onInvited(made.user)
            invites.invited(made)
          }}
        />
      )}
      {invites.sheet}
    </>
  )
}
