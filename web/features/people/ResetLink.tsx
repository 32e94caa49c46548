import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toasts.ts'

/**
 * Creates a password reset link for a person and copies it. If it cannot be copied, a dialog shows
 * it.
 */
export function ResetLinkButton({ person }: { person: User }) {
  const [shown, setShown] = useState<string | null>(null)
  const share = async (link: string) => {
    const isCopied = await copyText(link)
    toast({
      title: 'Reset Link Created',
      description: isCopied
        ? 'Reset link copied to clipboard'
        : 'Copy the reset link from the dialog',
    })
    if (!isCopied) setShown(link)
  }
  const make = useWrite(peopleRoutes.resetLink, {
    failure: serverMessageOr('Failed to create reset link'),
    onSuccess: ({ resetLink }) => void share(resetLink),
  })
  return (
    <>
      <Button
        aria-label={`Reset link for ${fullName(person)}`}
        pending={make.isPending}
        onClick={() => make.mutate({ params: { id: person.id } })}
      >
        {!make.isPending && <KeyRound aria-hidden />}
        Reset link
      </Button>
      {shown && <LinkDialog link={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Reset Link"
      description="The browser did not allow copying. Copy the link and send it; it works once, for 30 minutes."
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
