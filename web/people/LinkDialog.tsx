import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { toast } from '../ui/toasts.ts'

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** What links are handed over for, and how long they live. */
const kinds = {
  invite: { title: 'Invite Link', ask: 'Copy the invite link from the dialog', life: '7 days' },
  reset: { title: 'Reset Link', ask: 'Copy the reset link from the dialog', life: '30 minutes' },
} as const
type Kind = keyof typeof kinds

/** Hands a link over: `title` tells what happened, `copied` that the link is in the clipboard. */
export type ShareLink = (link: string, title: string, copied: string, kind?: Kind) => void

/** Puts links in the clipboard; where the browser refuses (plain http, no permission), `dialog` shows them. */
export function useShareLink() {
  const [shown, setShown] = useState<{ link: string; kind: Kind } | null>(null)
  const share: ShareLink = (link, title, copied, kind = 'invite') =>
    void copy(link).then((isCopied) => {
      toast({ title, description: isCopied ? copied : kinds[kind].ask })
      if (!isCopied) setShown({ link, kind })
    })
  return { share, dialog: shown && <LinkDialog {...shown} onClose={() => setShown(null)} /> }
}

function LinkDialog({ link, kind, onClose }: { link: string; kind: Kind; onClose: () => void }) {
  const { title, life } = kinds[kind]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={`The browser did not allow copying. Copy the link and send it; it works once, for ${life}.`}
      sticky
    >
      <DialogBody>
        <Field label="Link">
          {(control) => (
            <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />
          )}
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  )
}
