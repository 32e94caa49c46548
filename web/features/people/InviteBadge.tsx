import type { Member } from '@plumbline/contract/people.ts'
import type { ComponentProps } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { useNow } from '../../ui/format.ts'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { inviteStatusOf, inviteStatusTexts } from './inviteStatus.ts'

const looks = {
  joined: { tone: 'good', mark: 'dot' },
  notInvited: { variant: 'outline', tone: 'neutral', mark: 'ring' },
  invited: { variant: 'outline', tone: 'warn', mark: 'half' },
  expired: { variant: 'outline', tone: 'bad', mark: 'cross' },
} as const satisfies Record<keyof typeof inviteStatusTexts, Partial<ComponentProps<typeof Badge>>>

interface InviteBadgeProps {
  person: Pick<Member, 'hasJoined' | 'isInvited' | 'inviteExpiry'>
  /** The text for an open invite. */
  invited?: string
}

/** The invite status of a person: not invited, invited, expired or joined. */
export function InviteBadge({ person, invited = inviteStatusTexts.invited }: InviteBadgeProps) {
  const status = inviteStatusOf(person, useNow())
  return (
    <Badge {...looks[status]}>{status === 'invited' ? invited : inviteStatusTexts[status]}</Badge>
  )
}

/** The invite status of a person, for a row of a table. */
export function InviteWord({ person }: Pick<InviteBadgeProps, 'person'>) {
  const status = inviteStatusOf(person, useNow())
  const { tone, mark } = looks[status]
  return (
    <MarkedWord tone={tone} mark={mark}>
      {inviteStatusTexts[status]}
    </MarkedWord>
  )
}
