import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Preview } from './Preview.tsx'
import { cancel, canRetry, retry, type Upload } from './uploads.ts'

/** A picture on its way, where its card will be. */
export function UploadTile({ upload }: { upload: Upload }) {
  return (
    <article
      aria-label={`Upload of ${upload.file.name}`}
      className="flex h-full flex-col overflow-hidden rounded-m border border-dashed border-line-strong bg-surface"
    >
      <Preview upload={upload} className="aspect-4/3 w-full shrink-0 opacity-60" />
      <div className="mb-auto px-3 pt-2">
        <p className="truncate font-medium">{upload.caption || upload.file.name}</p>
        <UploadState upload={upload} />
      </div>
      <div className="flex justify-end pr-1 pb-0.5">
        <UploadRetry upload={upload} />
        <CancelUpload upload={upload} />
      </div>
    </article>
  )
}

/** How far an upload has come, in words and a bar. */
export function UploadState({ upload }: { upload: Upload }) {
  const percent = Math.floor(upload.sent * 100)
  if (upload.state === 'failed') {
    return (
      <p className="line-clamp-2 text-sm text-bad">
        {upload.problem ?? 'This photo was not uploaded'}
      </p>
    )
  }
  if (upload.state === 'sending' && percent < 100) {
    return <Progress value={percent} label={`Upload of ${upload.file.name}`} className="mt-1" />
  }
  const words = {
    chosen: 'Ready to upload',
    waiting: 'Waiting',
    sending: 'Nearly there…',
    done: 'Uploaded',
  }
  return <p className="text-sm text-ink-2">{words[upload.state]}</p>
}

/** Tries once more what failed, where that makes sense. */
export function UploadRetry({ upload }: { upload: Upload }) {
  const client = useQueryClient()
  if (!canRetry(upload)) return null
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Retry the upload of ${upload.file.name}`}
      onClick={() => retry(client, upload)}
    >
      <RotateCw aria-hidden />
    </Button>
  )
}

/** Stops an upload, or takes a picture out again that was chosen or refused. */
export function CancelUpload({ upload }: { upload: Upload }) {
  if (upload.state === 'done') return null
  const isGoing = upload.state === 'waiting' || upload.state === 'sending'
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`${isGoing ? 'Cancel the upload of' : 'Remove'} ${upload.file.name}`}
      onClick={() => cancel(upload.id)}
    >
      <X aria-hidden />
    </Button>
  )
}
