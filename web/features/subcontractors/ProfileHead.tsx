import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { useRouter } from '@tanstack/react-router'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { fullName } from '../../api/people.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Avatar, subStyle } from '../../ui/Person.tsx'
import { DeleteUser } from '../people/DeleteUser.tsx'
import { InviteBadge } from '../people/InviteBadge.tsx'
import { InviteButton } from '../people/InviteButton.tsx'
import { RefusedEmail } from '../people/RefusedEmail.tsx'
import { ResetLinkButton } from '../people/ResetLink.tsx'
import { useInvites } from '../people/useInvites.tsx'

const EditUser = lazyPart(async () => ({
  default: (await import('../people/UserForm.tsx')).EditUser,
}))

/** A sub's name, trade and invite, with the buttons of the profile. */
export function ProfileHead({ sub }: { sub: SubcontractorProfile }) {
  const router = useRouter()
  const invites = useInvites()
  const [overlay, setOverlay] = useOpened<'edit' | 'delete' | null>('sub', null)
  const close = () => setOverlay(null)
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <Avatar person={sub} className={subStyle(sub.id)} />
      <div className="min-w-60 flex-1">
        <h1 className="text-lg leading-8 tracking-tight wrap-anywhere">{fullName(sub)}</h1>
        <p className="text-ink-2">{sub.specialty ?? 'No specialty'}</p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <InviteBadge person={sub} />
        </div>
        <RefusedEmail id={sub.id} className="mt-3 max-w-140" />
      </div>
      <div className="no-print flex flex-wrap gap-2">
        {sub.hasJoined && <ResetLinkButton person={sub} />}
        <InviteButton person={sub} invites={invites} onEdit={() => setOverlay('edit')} />
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
      {overlay === 'edit' && <EditUser id={sub.id} onClose={close} />}
      {overlay === 'delete' && (
        <DeleteUser
          person={sub}
          onClose={close}
          onDeleted={() => router.navigate({ href: paths.subcontractors() })}
        />
      )}
      {invites.sheet}
    </div>
  )
}
