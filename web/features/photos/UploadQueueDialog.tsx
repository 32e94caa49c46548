import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { UploadList } from './UploadProgress.tsx'
import { useUploads } from './useUploads.ts'

/** The dialog that lists the uploads in the queue, each of which can be retried or canceled. */
export function UploadQueueDialog({ onClose }: { onClose: () => void }) {
  const uploads = useUploads().filter(({ state }) => state !== 'chosen' && state !== 'duplicate')
  return (
    <Dialog open onOpenChange={onClose} title="Photos to send" focusesContent>
      <DialogBody>
        <UploadList label="Photos to send" uploads={uploads} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
