import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { useRouter } from '@tanstack/react-router'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../paths.ts'
import { fullName } from '../people/api.ts'
import { DeleteUser } from '../people/DeleteUser.tsx'
import { ResetLinkButton, SendInviteButton, useShareLink } from '../people/ShareLink.tsx'
import { Badge, StatusBadge } from '../ui/Badge.tsx'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { Avatar, subStyle } from '../ui/Person.tsx'

const EditUser = lazy(async () => ({ default: (await import('../people/UserForm.tsx')).EditUser }))

/** A sub's name, trade and invite, with the buttons of the profile. */
export function ProfileHead({ sub }: { sub: SubcontractorProfile }) {
  const router = useRouter()
  const { share, dialog } = useShareLink()
  const [overlay, setOverlay] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOverlay(null)
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <Avatar person={sub} className={subStyle(sub.id)} />
      <div className="min-w-60 flex-1">
        <h1 className="text-lg leading-8 tracking-tight wrap-anywhere">{fullName(sub)}</h1>
        <p className="text-ink-2">{sub.specialty ?? 'No specialty'}</p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <StatusBadge status="active" />
          <InviteBadge sub={sub} />
        </div>
      </div>
      <div className="no-print flex flex-wrap gap-2">
        {sub.hasJoined ? (
          <ResetLinkButton person={sub} share={share} />
        ) : (
          <SendInviteButton sub={sub} share={share} />
        )}
        <a href={paths.viewAs(sub.id, paths.dashboard())} className={buttonVariants()}>
          <Eye aria-hidden />
          View as
        </a>
        <Button onClick={() => setOverlay('edit')}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button aria-label="Delete subcontractor" onClick={() => setOverlay('delete')}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Suspense>{overlay === 'edit' && <EditUser id={sub.id} onClose={close} />}</Suspense>
      {overlay === 'delete' && (
        <DeleteUser
          person={sub}
          onClose={close}
          onDeleted={() => router.navigate({ href: paths.subcontractors() })}
        />
      )}
      {dialog}
    </div>
  )
}

function InviteBadge({ sub: { hasJoined, isInvited } }: { sub: SubcontractorProfile }) {
  if (hasJoined) return <Badge variant="outline">Joined</Badge>
  if (!isInvited) return <Badge variant="outline">Not invited yet</Badge>
  return (
    <Badge variant="outline" tone="warn" mark="half">
      Invite pending
    </Badge>
  )
}
