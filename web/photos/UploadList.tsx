import { cx } from 'class-variance-authority'
import { Preview } from './Preview.tsx'
import { CancelUpload, UploadRetry, UploadState } from './UploadTile.tsx'
import type { Upload } from './uploads.ts'

interface UploadListProps {
  label: string
  uploads: readonly Upload[]
  className?: string
}

/** Uploads one below the other: how far each has come, and what can be done about it. */
export function UploadList({ label, uploads, className }: UploadListProps) {
  return (
    <ul aria-label={label} className={cx('flex flex-col gap-2', className)}>
      {uploads.map((upload) => (
        <li key={upload.id} className="flex items-center gap-3">
          <Preview upload={upload} className="size-12 shrink-0 rounded-xs" />
          <div className="min-w-0 flex-1">
            <p className="truncate">{upload.file.name}</p>
            <UploadState upload={upload} />
          </div>
          <UploadRetry upload={upload} />
          <CancelUpload upload={upload} />
        </li>
      ))}
    </ul>
  )
}
