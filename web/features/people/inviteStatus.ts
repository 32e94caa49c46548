import { inviteStateOf } from '@plumbline/contract/invites.ts'
import type { InviteState, Member } from '@plumbline/contract/people.ts'

type InviteStatus = InviteState | 'expired'

/** The labels of the invite statuses. */
export const inviteStatusTexts: Readonly<Record<InviteStatus, string>> = {
  joined: 'Active',
  notInvited: 'Not invited',
  invited: 'Invited',
  expired: 'Invite expired',
}

/**
 * The invite status of a person at the time `now`, which decides whether an open invite has
 * expired.
 */
export function inviteStatusOf(
  person: Pick<Member, 'hasJoined' | 'isInvited' | 'inviteExpiry'>,
  now: Date,
): InviteStatus {
  const state = inviteStateOf(person)
  const isOver = person.inviteExpiry !== null && new Date(person.inviteExpiry) <= now
  return state === 'invited' && isOver ? 'expired' : state
}

/**
 * Whether the person can be invited now: they have not joined, have no open invite, and have an
 * email address to sign in with.
 */
export const canBeInvited = (
  person: Pick<Member, 'email' | 'hasJoined' | 'isInvited' | 'inviteExpiry'>,
  now: Date,
) => person.email !== null && ['notInvited', 'expired'].includes(inviteStatusOf(person, now))
