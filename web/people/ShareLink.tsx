import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import type { Subcontractor } from '@plumbline/contract/subcontractors.ts'
import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { toast } from '../ui/toasts.ts'
import { fullName, serverMessageOr } from './api.ts'

const kinds = {
  invite: { title: 'Invite Link', toast: 'Copy the invite link from the dialog', valid: '7 days' },
  reset: { title: 'Reset Link', toast: 'Copy the reset link from the dialog', valid: '30 minutes' },
} as const
type Kind = keyof typeof kinds

/** Passes a link on: `title` says what happened, `copied` that the link is in the clipboard. */
export type ShareLink = (link: string, title: string, copied: string, kind?: Kind) => void

/** Puts links in the clipboard; where the browser refuses (plain http, no permission), `dialog` shows them. */
export function useShareLink() {
  const [shown, setShown] = useState<{ link: string; kind: Kind } | null>(null)
  const share: ShareLink = (link, title, copied, kind = 'invite') =>
    void copyText(link).then((isCopied) => {
      toast({ title, description: isCopied ? copied : kinds[kind].toast })
      if (!isCopied) setShown({ link, kind })
    })
  return { share, dialog: shown && <LinkDialog {...shown} onClose={() => setShown(null)} /> }
}

function LinkDialog({ link, kind, onClose }: { link: string; kind: Kind; onClose: () => void }) {
  const { title, valid } = kinds[kind]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={`The browser did not allow copying. Copy the link and send it; it works once, for ${valid}.`}
      sticky
    >
      <DialogBody>
        <Field label="Link">
          {(control) => (
            <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Makes a link to set a new password, for a person who forgot theirs; it goes to `share`. */
export function ResetLinkButton({ person, share }: { person: User; share: ShareLink }) {
  const make = useWrite(peopleRoutes.resetLink, {
    failure: serverMessageOr('Failed to create reset link'),
    onSuccess: ({ resetLink }) =>
      share(resetLink, 'Reset Link Created', 'Reset link copied to clipboard', 'reset'),
  })
  return (
    <Button
      aria-label={`Reset link for ${fullName(person)}`}
      pending={make.isPending}
      onClick={() => make.mutate({ params: { id: person.id } })}
    >
      {!make.isPending && <KeyRound aria-hidden />}
      Reset link
    </Button>
  )
}

interface SendInviteProps {
  sub: Subcontractor
  share: ShareLink
  size?: 'sm'
}

/** Invites a sub who has not joined, or invites them again; the link goes to `share`. */
export function SendInviteButton({ sub, share, size }: SendInviteProps) {
  const send = useWrite(peopleRoutes.resendInvite, {
    failure: serverMessageOr('Failed to resend invite'),
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
