import { MAX_INVITES } from '@plumbline/contract/invites.ts'
import { useState } from 'react'
import { plural } from '../../ui/format.ts'
import { InviteSeveral } from './InviteSeveral.tsx'
import { useInvites } from './useInvites.tsx'

/**
 * Invites the people added by an import who have an email address, at most 200 at a time, and shows
 * their links.
 */
export function InviteImported({ userIds }: { userIds: readonly string[] }) {
  const [invited, setInvited] = useState<ReadonlySet<string>>(new Set())
  const invites = useInvites()
  const uninvited = userIds.filter((id) => !invited.has(id))
  return (
    <>
      {uninvited.length > 0 && (
        <InviteSeveral
          userIds={uninvited}
          label={`Invite ${plural(Math.min(uninvited.length, MAX_INVITES), 'person', 'people')}`}
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
