import { peopleRoutes } from '@plumbline/contract/people.ts'
import type { Subcontractor } from '@plumbline/contract/subcontractors.ts'
import { Send } from 'lucide-react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { fullName } from './api.ts'
import { saidOr } from './failures.ts'
import type { ShareLink } from './LinkDialog.tsx'

interface SendInviteProps {
  sub: Subcontractor
  share: ShareLink
  size?: 'sm'
}

/** Invites a sub who has not joined, or invites them again; the link goes to `share`. */
export function SendInvite({ sub, share, size }: SendInviteProps) {
  const send = useWrite(peopleRoutes.resendInvite, {
    failure: saidOr('Failed to resend invite'),
    onSuccess: ({ inviteLink }) =>
      sub.isInvited
        ? share(inviteLink, 'Invite Resent', 'New invite link copied to clipboard')
        : share(inviteLink, 'User Invited Successfully!', 'Invite link copied to clipboard'),
  })
  return (
    <Button
      {...(size && { size })}
      aria-label={`Send invite to ${fullName(sub)}`}
      pending={send.isPending}
      onClick={() => send.mutate({ params: { id: sub.id } })}
    >
      {!send.isPending && <Send aria-hidden />}
      Send invite
    </Button>
  )
}
