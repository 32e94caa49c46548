import { LoadProblem } from '../../ui/Alert.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'

interface LoadFailedProps {
  /** The title of the dialog in whose place it is. */
  title: string
  /** The part that could not be read. */
  what: string
  onRetry: () => void
  onClose: () => void
}

/** Says in a dialog that what it is about could not be read. */
export function LoadFailed({ title, what, onRetry, onClose }: LoadFailedProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <DialogBody>
        <LoadProblem what={what} pending={false} onRetry={onRetry} />
      </DialogBody>
    </Dialog>
  )
}
