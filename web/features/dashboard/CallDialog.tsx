import { Phone } from 'lucide-react'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'

interface CallDialogProps {
  people: readonly { readonly name: string; readonly role: string; readonly phone: string }[]
  onClose: () => void
}

/** The dialog that lists the people who can be called. */
export default function CallDialog({ people, onClose }: CallDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Call">
      <DialogBody className="pb-[max(1rem,env(safe-area-inset-bottom))]">
        <ul className="-my-2">
          {people.map(({ name, role, phone }) => (
            <li key={role} className="border-t border-line first:border-t-0">
              <a href={callUrl(phone)} className="flex min-h-14 items-center gap-3 py-2">
                <Phone aria-hidden className="size-5 shrink-0 text-ink-2" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">{name}</span>
                  <span className="block text-sm text-ink-2">{role}</span>
                </span>
                <span>{phoneText(phone)}</span>
              </a>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
