import { inviteStateOf } from '@plumbline/contract/invites.ts'
import type { Member } from '@plumbline/contract/people.ts'
import { Badge } from '../ui/Badge.tsx'
import { useNow } from '../ui/format.ts'

/** Where a person stands: not invited, invited, or joined. */
export function InviteBadge({
  person,
}: {
  person: Pick<Member, 'hasJoined' | 'isInvited' | 'inviteExpiry'>
}) {
  const now = useNow()
  const state = inviteStateOf(person)
  if (state === 'joined')
    return (
      <Badge tone="good" mark="dot">
        Joined
      </Badge>
    )
  if (state === 'notInvited')
    return (
      <Badge variant="outline" mark="ring">
        Not invited
      </Badge>
    )
  const isOver = person.inviteExpiry !== null && new Date(person.inviteExpiry) <= now
  return isOver ? (
    <Badge variant="outline" tone="bad" mark="cross">
      Invite expired
    </Badge>
  ) : (
    <Badge variant="outline" tone="warn" mark="half">
      Invited
    </Badge>
  )
}
