import { MAX_INVITES } from '@plumbline/contract/invites.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMember } from '../../api/people.ts'
import { plural } from '../../ui/format.ts'
import { InviteSeveral } from './InviteSeveral.tsx'
import { allToInviteQuery } from './inviteQueries.ts'
import { useInvites } from './useInvites.tsx'

/**
 * Invites the people added by an import who have an email address and are on an open job, at most
 * 200 at a time, and shows their links.
 */
export function InviteImported({ userIds }: { userIds: readonly string[] }) {
  const { data: onOpenJobs } = useQuery(allToInviteQuery)
  const [invited, setInvited] = useState<ReadonlySet<string>>(new Set())
  const invites = useInvites()
  const left = new Set(userIds.filter((id) => !invited.has(id)))
  const proposed = (onOpenJobs ?? []).filter(isMember).filter(({ id }) => left.has(id))
  const others = left.size - proposed.length
  return (
    <>
      {onOpenJobs && others > 0 && (
        <p className="mb-2.5 text-ink-2">
          {plural(others, 'person is', 'people are')} not on an open job. Invite them in User
          Management when they should sign in.
        </p>
      )}
      {proposed.length > 0 && (
        <InviteSeveral
          people={proposed}
          label={`Invite ${plural(Math.min(proposed.length, MAX_INVITES), 'person', 'people')}`}
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
