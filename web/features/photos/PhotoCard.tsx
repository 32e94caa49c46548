import { type Photo, takenMoment } from '@plumbline/contract/photos.ts'
import { cx } from 'class-variance-authority'
import { Check, ImageOff } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { formatDate } from '../../ui/format.ts'
import { RowActions } from '../../ui/RowActions.tsx'
import { altOf, pictureOf } from './api.ts'
import { HiddenMark } from './HiddenMark.tsx'
import { useLongPress } from './useLongPress.ts'
import type { Selection } from './useSelection.ts'

interface PhotoCardProps {
  photo: Photo
  /** Set for people who may change several photos at once. */
  selection: Selection | undefined
  onOpen: () => void
  onEdit: () => void
  onDelete: () => void
}

/**
 * A photo with its caption, project, date and the buttons the person may use. On a phone only the
 * picture is shown.
 */
export function PhotoCard({ photo, selection, onOpen, onEdit, onDelete }: PhotoCardProps) {
  const may = useMay()
  const { timeZone } = useCompany()
  const captionId = useId()
  return (
    <article
      aria-labelledby={captionId}
      className="flex h-full flex-col overflow-hidden rounded-m border border-line bg-surface max-sm:rounded-none max-sm:border-0"
    >
      <div className="group relative aspect-square w-full shrink-0 bg-sunken sm:aspect-4/3">
        <Picture photo={photo} selection={selection} onOpen={onOpen} />
        {!photo.clientVisible && <HiddenMark />}
        {selection && <SelectBox photo={photo} selection={selection} />}
      </div>
      <div className="mb-auto px-3 pt-2 max-sm:hidden">
        <p id={captionId} className="truncate font-medium" title={photo.caption ?? undefined}>
          {photo.caption ?? <span className="font-normal text-ink-3">No caption</span>}
        </p>
        <p className="truncate text-sm text-ink-2" title={photo.jobName ?? undefined}>
          {photo.jobName ?? 'No project'}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-end pr-1 pb-0.5 pl-3 text-sm text-ink-2 max-sm:hidden">
        <time dateTime={takenMoment(photo)} className="figures mr-auto">
          {formatDate(takenMoment(photo), timeZone)}
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

/**
 * Opens the photo, or toggles its selection while photos are being selected. Space, X and a long
 * press always toggle it.
 */
function Picture({
  photo,
  selection,
  onOpen,
}: Pick<PhotoCardProps, 'photo' | 'selection' | 'onOpen'>) {
  const [isBroken, setBroken] = useState(false)
  const isSelected = selection?.ids.has(photo.id) ?? false
  const press = useLongPress(selection && (() => selection.toggle(photo.id)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!selection || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key !== ' ' && event.key.toLowerCase() !== 'x') return
    event.preventDefault()
    selection.toggle(photo.id, event.shiftKey)
  }
  return (
    <button
      {...press}
      type="button"
      onClick={(event) => (selection?.isOn ? selection.toggle(photo.id, event.shiftKey) : onOpen())}
      onKeyDown={onKeyDown}
      // Some browsers click a button when Space is released.
      onKeyUp={(event) => selection && event.key === ' ' && event.preventDefault()}
      aria-label={`${selection?.isOn ? 'Select' : 'Open'} photo: ${altOf(photo)}`}
      aria-pressed={selection?.isOn ? isSelected : undefined}
      aria-keyshortcuts={selection && 'Space X'}
      className={cx(
        'absolute inset-0 overflow-hidden -outline-offset-2 [-webkit-touch-callout:none] select-none',
        isSelected && 'border-3 border-focus bg-info-soft p-2',
      )}
    >
      {isBroken ? (
        <ImageOff aria-hidden className="absolute inset-0 m-auto size-7 text-ink-3" />
      ) : (
        <img
          src={pictureOf(photo, 'thumb')}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className={cx(
            'size-full object-cover transition-opacity group-hover:opacity-90',
            isSelected && 'rounded-xs',
          )}
        />
      )}
    </button>
  )
}

/**
 * A checkbox that selects a photo, or with Shift all from the last one to this one. With a mouse it
 * appears on hover and focus, and always while selecting.
 */
function SelectBox({ photo, selection }: { photo: Photo; selection: Selection }) {
  const isSelected = selection.ids.has(photo.id)
  return (
    <label
      className={cx(
        'absolute top-0 right-0 grid size-11 cursor-pointer place-items-center select-none',
        !selection.isOn &&
          'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:hidden',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Select: ${altOf(photo)}`}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          selection.toggle(photo.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="peer sr-only"
      />
      <span
        className={cx(
          'grid size-6 place-items-center rounded-full border-2 border-surface text-surface peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-focus',
          isSelected ? 'bg-focus' : 'bg-overlay',
        )}
      >
        {isSelected && <Check aria-hidden className="size-4" />}
      </span>
    </label>
  )
}
