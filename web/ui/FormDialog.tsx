import type { ReactNode, SyntheticEvent } from 'react'
import { type FieldChange, FormProblems } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'

interface FormDialogProps {
  title: string
  description?: ReactNode
  wide?: boolean | 'table'
  submitLabel: string
  onSubmit: (event: SyntheticEvent) => void
  /** The error of the last submit, null for none. Required, so that every form shows it. */
  error: string | null
  /** Whether a submit is in progress. Required, so that no form can be submitted twice. */
  pending: boolean
  /** The changes of others since the form was opened, null for none. */
  conflict?: readonly FieldChange[] | null
  /** Whether the fields were filled in after the person had to sign in again. */
  isFilledIn?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog. After a failed submit it stays open with the typed text. The caller closes it
 * on success.
 */
export function FormDialog({
  submitLabel,
  onSubmit,
  error,
  pending,
  conflict = null,
  isFilledIn = false,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const submitAlone = (event: SyntheticEvent) => {
    // Opened from another form, it would send that one too.
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <Dialog {...dialog} open onOpenChange={onClose} sticky startsChanged={isFilledIn}>
      <form noValidate onSubmit={submitAlone} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <FormProblems
            error={error}
            conflict={conflict}
            isFilledIn={isFilledIn}
            className="mb-4"
          />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
