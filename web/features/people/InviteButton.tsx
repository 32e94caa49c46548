import { inviteStateOf } from '@plumbline/contract/invites.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import { Link2, MailPlus } from 'lucide-react'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import type { Invites } from './useInvites.tsx'

interface InviteButtonProps {
  person: Member
  invites: Invites
  /** Opens the form in which an email address can be added. */
  onEdit: () => void
  size?: 'sm'
}

/** Invites a person, or shows the link of their invite until they join. */
export function InviteButton({ person, invites, onEdit, size }: InviteButtonProps) {
  const invite = useWrite(peopleRoutes.resendInvite, {
    failure: serverMessageOr('Failed to create user invite'),
    onSuccess: ({ inviteLink }) =>
      invites.invited({ user: { ...person, inviteExpiry: null }, inviteLink }),
  })
  const name = fullName(person)
  const state = inviteStateOf(person)
  const button = size ? { size } : {}
  if (state === 'joined') return null
  if (person.email === null)
    return (
      <button
        type="button"
        aria-label={`Add an email address to invite ${name}`}
        onClick={onEdit}
        className="text-left text-sm text-ink-2 underline hover:text-ink touch:min-h-11"
      >
        Add an email address to invite them
      </button>
    )
  if (state === 'invited')
    return (
      <Button
        {...button}
        aria-label={`Invite link of ${name}`}
        onClick={() => invites.show(person)}
      >
        <Link2 aria-hidden />
        Invite link
      </Button>
    )
  return (
    <Button
      {...button}
      aria-label={`Invite ${name}`}
      pending={invite.isPending}
      onClick={() => invite.mutate({ params: { id: person.id } })}
    >
      {!invite.isPending && <MailPlus aria-hidden />}
      Invite
    </Button>
  )
}
