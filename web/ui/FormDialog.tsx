import type { ReactNode, SyntheticEvent } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'

interface FormDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  wide?: boolean
  submitLabel: string
  onSubmit: (event: SyntheticEvent) => void
  /** What the last try failed with, null for nothing: no form can forget to say it. */
  error: string | null
  /** While a try is under way: no form can forget to wait. */
  pending: boolean
  children: ReactNode
}

/** A form in a dialog. It stays open with what was typed when a try fails; the caller closes it on success. */
export function FormDialog({
  submitLabel,
  onSubmit,
  error,
  pending,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog {...dialog} sticky>
      <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {error && <Alert className="mb-4">{error}</Alert>}
          {children}
        </DialogBody>
        <DialogFoot>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending}>
            {submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
