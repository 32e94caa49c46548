import type { Photo } from '@plumbline/contract/photos.ts'
import { may } from '@plumbline/contract/policy.ts'
import { ImageOff, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate } from '../ui/zoned.ts'
import { altOf, pictureOf } from './api.ts'

interface PhotoCardProps {
  photo: Photo
  onOpen: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A photo: picture, caption, project and date, and the buttons the person may use. */
export function PhotoCard({ photo, onOpen, onEdit, onDelete }: PhotoCardProps) {
  const me = useMe()
  const { timeZone } = useCompany()
  const captionId = useId()
  return (
    <article
      aria-labelledby={captionId}
      className="flex h-full flex-col overflow-hidden rounded-m border border-line bg-surface"
    >
      <Picture photo={photo} onOpen={onOpen} />
      <div className="px-3 pt-2 sm:mb-auto">
        <p id={captionId} className="truncate font-medium" title={photo.caption ?? undefined}>
          {photo.caption ?? <span className="font-normal text-ink-3">No caption</span>}
        </p>
        <p className="truncate text-sm text-ink-2" title={photo.jobName ?? undefined}>
          {photo.jobName ?? 'No project'}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-end pr-1 pb-0.5 pl-3 text-sm text-ink-2">
        <time dateTime={photo.takenAt ?? photo.createdAt} className="figures mr-auto max-sm:w-full">
          {formatDate(photo.takenAt ?? photo.createdAt, timeZone)}
        </time>
        {may(me, 'photo.update', photo) && (
          <Button
            variant="quiet"
            size="icon"
            aria-label="Edit the caption"
            aria-describedby={captionId}
            onClick={onEdit}
          >
            <Pencil aria-hidden />
          </Button>
        )}
        {may(me, 'photo.delete', photo) && (
          <Button
            variant="quiet"
            size="icon"
            aria-label="Delete photo"
            aria-describedby={captionId}
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
    </article>
  )
}

function Picture({ photo, onOpen }: Pick<PhotoCardProps, 'photo' | 'onOpen'>) {
  const [isBroken, setBroken] = useState(false)
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Open photo: ${altOf(photo)}`}
      className="group relative aspect-4/3 w-full shrink-0 overflow-hidden bg-sunken -outline-offset-2"
    >
      {isBroken ? (
        <ImageOff aria-hidden className="absolute inset-0 m-auto size-7 text-ink-3" />
      ) : (
        <img
          src={pictureOf(photo, 'thumb')}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover transition-opacity group-hover:opacity-90"
        />
      )}
    </button>
  )
}
