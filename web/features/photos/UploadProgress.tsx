import { useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Image, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useOfflineSince } from '../../api/connection.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { uploadQueue } from './uploads/queue.ts'
import { canRetry, isLostOnClose, isPending, type Upload } from './uploads/upload.ts'

/** An upload in the grid of photos, in the place of its future card. */
export function UploadTile({ upload }: { upload: Upload }) {
  return (
    <article
      aria-label={`Upload of ${upload.name}`}
      className="flex h-full flex-col overflow-hidden rounded-m border border-dashed border-line-strong bg-surface"
    >
      <Preview upload={upload} className="aspect-4/3 w-full shrink-0 opacity-60" />
      <div className="mb-auto px-3 pt-2">
        <p className="truncate font-medium">{upload.caption || upload.name}</p>
        <UploadState upload={upload} />
      </div>
      <div className="flex justify-end pr-1 pb-0.5">
        <UploadButtons upload={upload} />
      </div>
    </article>
  )
}

interface UploadListProps {
  label: string
  uploads: readonly Upload[]
  className?: string
}

/** A list of uploads with their progress and buttons. */
export function UploadList({ label, uploads, className }: UploadListProps) {
  return (
    <div className={className}>
      <ul aria-label={label} className="flex flex-col gap-2">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex items-center gap-3">
            <Preview upload={upload} className="size-12 shrink-0 rounded-xs" />
            <div className="min-w-0 flex-1">
              <p className="truncate">{upload.name}</p>
              <UploadState upload={upload} />
            </div>
            <UploadButtons upload={upload} />
          </li>
        ))}
      </ul>
      {uploads.some(isLostOnClose) && (
        <p className="mt-2 text-sm text-ink-2">
          This browser keeps photos only until this tab is closed.
        </p>
      )}
    </div>
  )
}

/** A preview of the chosen picture, or an icon if the browser cannot show it, such as HEIC. */
function Preview({ upload, className }: { upload: Upload; className: string }) {
  const [isShown, setShown] = useState(true)
  return (
    <span className={cx('relative block overflow-hidden bg-sunken', className)}>
      {isShown ? (
        <img
          src={upload.preview}
          alt=""
          decoding="async"
          onError={() => setShown(false)}
          className="size-full object-cover"
        />
      ) : (
        <Image aria-hidden className="absolute inset-0 m-auto size-6 text-ink-3" />
      )}
    </span>
  )
}

/** The progress of an upload as text or a bar. */
function UploadState({ upload }: { upload: Upload }) {
  const isOffline = useOfflineSince() !== undefined
  if (upload.state === 'failed') {
    return (
      <p className="line-clamp-4 text-sm text-bad">
        {upload.problem ?? 'This photo was not uploaded'}
      </p>
    )
  }
  if (upload.state === 'sending' && upload.progress < 1) {
    const percent = Math.floor(upload.progress * 100)
    return <Progress value={percent} label={`Upload of ${upload.name}`} className="mt-1" />
  }
  const texts = {
    chosen: 'Ready to upload',
    waiting: isOffline ? 'Waits for a signal' : 'Waiting',
    sending: 'Almost done…',
    sent: 'Uploaded',
  }
  const text = upload.state === 'duplicate' ? upload.problem : texts[upload.state]
  return <p className="text-sm text-ink-2">{text}</p>
}

/**
 * Buttons that retry a failed upload where that can help, and cancel or remove an unfinished one.
 */
function UploadButtons({ upload }: { upload: Upload }) {
  const client = useQueryClient()
  return (
    <>
      {canRetry(upload) && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={
            upload.state === 'duplicate'
              ? `Upload ${upload.name} once more`
              : `Retry the upload of ${upload.name}`
          }
          onClick={() => void uploadQueue.submit(client, [upload])}
        >
          <RotateCw aria-hidden />
        </Button>
      )}
      {upload.state !== 'sent' && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`${isPending(upload) ? 'Cancel the upload of' : 'Remove'} ${upload.name}`}
          onClick={() => void uploadQueue.cancel(upload)}
        >
          <X aria-hidden />
        </Button>
      )}
    </>
  )
}
