import { inviteStateOf } from '@plumbline/contract/invites.ts'
import type { InviteState, Member } from '@plumbline/contract/people.ts'

type InviteStatus = InviteState | 'expired'

/** What cards and lists call it. */
export const inviteStatusTexts: Readonly<Record<InviteStatus, string>> = {
  joined: 'Joined',
  notInvited: 'Not invited',
  invited: 'Invited',
  expired: 'Invite expired',
}

/** Where a person stands at this time: an open invite is told from one that has expired. */
export function inviteStatusOf(
  person: Pick<Member, 'hasJoined' | 'isInvited' | 'inviteExpiry'>,
  now: Date,
): InviteStatus {
  const state = inviteStateOf(person)
  const isOver = person.inviteExpiry !== null && new Date(person.inviteExpiry) <= now
  return state === 'invited' && isOver ? 'expired' : state
}

/** Whether the person can be sent an invite now: they have none that is open, and an address to sign in with. */
export const canBeInvited = (
  person: Pick<Member, 'email' | 'hasJoined' | 'isInvited' | 'inviteExpiry'>,
  now: Date,
) => person.email !== null && ['notInvited', 'expired'].includes(inviteStatusOf(person, now))
