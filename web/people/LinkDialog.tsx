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

/** Hands an invite link over: `title` tells what happened, `copied` that the link is in the clipboard. */
export type ShareLink = (link: string, title: string, copied: string) => void

/** Puts links in the clipboard; where the browser refuses (plain http, no permission), `dialog` shows them. */
export function useShareLink() {
  const [shown, setShown] = useState<string | null>(null)
  const share: ShareLink = (link, title, copied) =>
    void copy(link).then((isCopied) => {
      toast({ title, description: isCopied ? copied : 'Copy the invite link from the dialog' })
      if (!isCopied) setShown(link)
    })
  return { share, dialog: shown && <LinkDialog link={shown} onClose={() => setShown(null)} /> }
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite Link"
      description="The browser did not allow copying. Copy the link and send it; it works once, for 7 days."
      sticky
    >
      <DialogBody>
        <Field label="Link">
          {(control) => <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />}
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  )
}
