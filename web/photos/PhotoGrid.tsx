import type { Photo } from '@plumbline/contract/photos.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useMay } from '../api/me.ts'
import { formatDate } from '../ui/format.ts'
import { RowActions } from '../ui/RowActions.tsx'
import { altOf, pictureOf } from './api.ts'

const GAP = 14
/** Two columns on a phone, more where cards of this width fit. */
const CARD_WIDTH = 220

/** The height below a picture, in rem: its lines, and the buttons of those who have some. */
const TEXT = { lines: 4.75, buttons: 5.15, touch: 5.9, phone: 7.1 } as const
const TOUCH = '(pointer: coarse), (width < 40rem)'
const PHONE = '(width < 40rem)'

interface PhotoGridProps {
  count: number
  /** How many there are, those not loaded yet included. */
  total: number
  busy: boolean
  /** Whether there may be buttons on a card. */
  hasButtons: boolean
  keyOf: (index: number) => string
  render: (index: number) => ReactNode
}

interface Size {
  readonly width: number
  /** From the top of the page. */
  readonly top: number
  /** Of the text of a card. */
  readonly text: number
}

/** Cards in columns; only those near the visible part are rendered, so that thousands scroll well. */
export function PhotoGrid({ count, total, busy, hasButtons, keyOf, render }: PhotoGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, top: 0, text: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const kind = matchMedia(PHONE).matches
        ? 'phone'
        : matchMedia(TOUCH).matches
          ? 'touch'
          : 'buttons'
      setSize({ width, top: top + window.scrollY, text: TEXT[hasButtons ? kind : 'lines'] * rem })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasButtons])

  const columns = Math.max(2, Math.floor((size.width + GAP) / (CARD_WIDTH + GAP)))
  const width = (size.width - GAP * (columns - 1)) / columns
  // The picture is 4:3.
  const height = Math.round(width * 0.75 + size.text)
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => height,
    gap: GAP,
    overscan: 3,
    scrollMargin: size.top,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (height > 0) rows.measure()
  }, [rows, height])

  return (
    <ul ref={list} aria-busy={busy} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap((row) => {
        const first = row.index * columns
        return Array.from({ length: Math.min(columns, count - first) }, (_, column) => (
          <li
            key={keyOf(first + column)}
            aria-setsize={total}
            aria-posinset={first + column + 1}
            className="absolute top-0 left-0"
            style={{
              width,
              height,
              transform: `translate(${column * (width + GAP)}px, ${row.start - size.top}px)`,
            }}
          >
            {render(first + column)}
          </li>
        ))
      })}
    </ul>
  )
}

interface PhotoCardProps {
  photo: Photo
  onOpen: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A photo: picture, caption, project and date, and the buttons the person may use. */
export function PhotoCard({ photo, onOpen, onEdit, onDelete }: PhotoCardProps) {
  const may = useMay()
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
        <RowActions
          editLabel="Edit the caption"
          deleteLabel="Delete photo"
          nameId={captionId}
          onEdit={may('photo.update', photo) ? onEdit : undefined}
          onDelete={may('photo.delete', photo) ? onDelete : undefined}
        />
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
