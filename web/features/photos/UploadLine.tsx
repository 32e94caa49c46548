import { ChevronRight, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { useOfflineSince } from '../../api/connection.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { UploadList } from './UploadProgress.tsx'
import { isPending, type Upload } from './uploads/upload.ts'
import { useUploads } from './useUploads.ts'

/**
 * One line about pending and failed uploads, which opens the queue. Renders nothing when all are
 * sent.
 */
export default function UploadLine({ uploads: all }: { uploads: readonly Upload[] }) {
  const uploads = all.filter((upload) => upload.stored !== null || isPending(upload))
  const isOffline = useOfflineSince() !== undefined
  const [isOpen, setOpen] = useState(false)
  const waiting = uploads.filter(isPending)
  const done = uploads.filter(({ state }) => state === 'sent').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const total = done + waiting.length
  const progress = uploads.reduce(
    (sum, upload) => sum + (upload.state === 'sending' ? upload.progress : 0),
    done,
  )
  return (
    <>
      {waiting.length + failed > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="relative mb-4 flex min-h-11 w-full items-center gap-2.5 overflow-hidden rounded-s border border-line bg-surface px-3 py-2 text-left hover:bg-sunken"
        >
          <UploadIcon aria-hidden className="size-4 shrink-0 text-ink-2" />
          <span className="min-w-0 flex-1">
            {waiting.length > 0 && (
              <span className="font-medium">
                {isOffline
                  ? `${waiting.length} of ${total} wait for a signal`
                  : `Sending ${done + 1} of ${total}`}
              </span>
            )}
            {failed > 0 && (
              <span className="text-bad">
                {waiting.length > 0 && ' · '}
                {failed} {failed === 1 ? 'was' : 'were'} not sent
              </span>
            )}
          </span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
          {waiting.length > 0 && (
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-0.5 bg-info"
              style={{ width: `${(progress / total) * 100}%` }}
            />
          )}
        </button>
      )}
      {isOpen && <UploadQueueDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The dialog that lists the uploads in the queue, each of which can be retried or canceled. */
function UploadQueueDialog({ onClose }: { onClose: () => void }) {
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
