import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { UploadList } from './UploadProgress.tsx'
import { useUploads } from './uploads.ts'

/** Every photo on its way, each of which can be sent again or cancelled. */
export function UploadQueue({ onClose }: { onClose: () => void }) {
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
