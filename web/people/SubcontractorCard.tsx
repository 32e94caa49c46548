import { peopleRoutes, type Subcontractor } from '@plumbline/contract/people.ts'
import { Mail, Pencil, Phone, Send } from 'lucide-react'
import { useId } from 'react'
import { useWrite } from '../api/write.ts'
import { ratingText } from '../subcontractors/reads.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, Facts } from '../ui/Card.tsx'
import { subLook } from '../ui/SubBadge.tsx'
import { saidOr } from './failures.ts'
import type { ShareLink } from './LinkDialog.tsx'
import { fullName, peopleReads } from './reads.ts'

const contactLook =
  'flex items-center gap-2 text-ink-2 wrap-anywhere hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-3.5 [&_svg]:shrink-0'

interface SubcontractorCardProps {
  sub: Subcontractor
  onEdit: () => void
  share: ShareLink
}

/** A sub at a glance: trade, ways to reach them, and how much they did. */
export function SubcontractorCard({ sub, onEdit, share }: SubcontractorCardProps) {
  const nameId = useId()
  const name = fullName(sub)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          {!sub.hasJoined && <SendInvite sub={sub} share={share} />}
          <Button variant="quiet" size="icon" aria-label={`Edit ${name}`} onClick={onEdit} className="ml-auto">
            <Pencil aria-hidden />
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-3">
        <Avatar person={sub} className={subLook(sub.id)} />
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-ink-2">{sub.specialty ?? 'No specialty'}</p>
        </div>
        <StatusBadge status="active" />
      </div>
      <div className="flex flex-col gap-1 text-sm">
        <a href={`mailto:${sub.email}`} className={contactLook}>
          <Mail aria-hidden />
          {sub.email}
        </a>
        {sub.phone && (
          <a href={`tel:${sub.phone}`} className={contactLook}>
            <Phone aria-hidden />
            {sub.phone}
          </a>
        )}
      </div>
      <Facts
        className="mt-auto"
        items={[
          ['Rating', ratingText(sub)],
          ['Jobs', sub.jobCount.toLocaleString('en-US')],
        ]}
      />
    </Card>
  )
}

function SendInvite({ sub, share }: { sub: Subcontractor; share: ShareLink }) {
  const send = useWrite(peopleRoutes.resendInvite, {
    failure: saidOr('Failed to resend invite'),
    refreshes: peopleReads,
    onSuccess: ({ inviteLink }) =>
      sub.isInvited
        ? share(inviteLink, 'Invite Resent', 'New invite link copied to clipboard')
        : share(inviteLink, 'User Invited Successfully!', 'Invite link copied to clipboard'),
  })
  return (
    <Button
      size="sm"
      aria-label={`Send invite to ${fullName(sub)}`}
      pending={send.isPending}
      onClick={() => send.mutate({ params: { id: sub.id } })}
    >
      {!send.isPending && <Send aria-hidden />}
      Send invite
    </Button>
  )
}
