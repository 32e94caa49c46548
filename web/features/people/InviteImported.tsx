import { INVITES_AT_ONCE } from '@plumbline/contract/invites.ts'
import { useState } from 'react'
import { plural } from '../../ui/format.ts'
import { InviteSeveral } from './InviteSeveral.tsx'
import { useInvites } from './useInvites.tsx'

/**
 * Invites the people that an import has added: those of them who have an email address. Their links are then shown; 200
 * are invited at once.
 */
export function InviteImported({ userIds }: { userIds: readonly string[] }) {
  const [invited, setInvited] = useState<ReadonlySet<string>>(new Set())
  const invites = useInvites()
  const left = userIds.filter((id) => !invited.has(id))
  return (
    <>
      {left.length > 0 && (
        <InviteSeveral
          userIds={left}
          label={`Invite ${plural(Math.min(left.length, INVITES_AT_ONCE), 'person', 'people')}`}
          onInvited={(made) => {
            setInvited(new Set([...invited, ...made.map(({ user }) => user.id)]))
            invites.invitedSeveral(made)
          }}
        />
      )}
      {invites.sheet}
    </>
  )
}
