import { MAX_PHOTOS, photoRoutes } from '@plumbline/contract/photos.ts'
import { Download, Eye, FolderOpen, Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { readersIcons } from '../../ui/ReadersBadge.tsx'
import type { Selection } from './useSelection.ts'
import { useSharing } from './useSharing.ts'

const load = () => import('./SelectionDialogs.tsx')
const MovePhotos = lazyPart(async () => ({ default: (await load()).MovePhotos }))
const CaptionPhotos = lazyPart(async () => ({ default: (await load()).CaptionPhotos }))
const DeletePhotos = lazyPart(async () => ({ default: (await load()).DeletePhotos }))

interface SelectionHeadProps {
  selection: Selection
  /** The number of photos that can be selected. */
  loaded: number
  /** Whether there are no more to load. */
  isFullyLoaded: boolean
}

/**
 * The number of selected photos with Cancel and Select all, in place of the filter of the list. It
 * is sticky.
 */
export function SelectionHead({ selection, loaded, isFullyLoaded }: SelectionHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  const isAllSelected = selection.ids.size >= loaded
  // The pressed button (Select, Select all) is removed, so the focus moves here.
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={head}
      tabIndex={-1}
      data-selecting
      className="sticky top-13 z-20 -mx-1 mb-4 flex min-h-9 items-center gap-3 bg-ground px-1 outline-none touch:min-h-11"
    >
      <Button
        variant="quiet"
        size="icon"
        aria-label="Cancel"
        title="Cancel"
        onClick={selection.clear}
        className="-mr-1"
      >
        <X aria-hidden />
      </Button>
      <p role="status" className="figures text-md font-bold">
        {selection.ids.size} selected
      </p>
      {!isAllSelected && (
        <Button variant="quiet" onClick={selection.selectAll} className="ml-auto">
          {isFullyLoaded ? 'Select all' : `Select the ${loaded} loaded`}
        </Button>
      )}
    </div>
  )
}

type Opened = 'move' | 'caption' | 'delete' | null

/** The actions on the selected photos, at the bottom of the screen. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const may = useMay()
  const mayShare = may('photo.share')
  const { share, pending, shows } = useSharing(selection.clear)
  const [opened, setOpened] = useOpened<Opened>('selected photos', null)
  const ids = [...selection.ids]
  const isTooMany = ids.length > MAX_PHOTOS
  const isDisabled = ids.length === 0 || isTooMany
  const dialog = { ids, onClose: () => setOpened(null), onDone: selection.clear }
  return (
    <section
      aria-label="Selected photos"
      data-floating-bar
      data-selecting
      className="no-print fixed right-4 bottom-4 left-4 z-30 mx-auto flex w-fit animate-rise flex-wrap items-center gap-1.5 rounded-m border border-line-strong bg-surface p-2.5 shadow-pop max-sm:inset-x-0 max-sm:bottom-(--bottom-bar) max-sm:grid max-sm:w-auto max-sm:grid-cols-3 max-sm:rounded-b-none max-sm:*:px-1 lg:left-64"
    >
      {isTooMany && (
        <p className="px-2 text-ink-2 max-sm:col-span-3">At most {MAX_PHOTOS} at once</p>
      )}
      {mayShare && (
        <>
          <Button
            variant="primary"
            disabled={isDisabled || (pending && shows === false)}
            pending={pending && shows === true}
            onClick={() => share(ids, true)}
          >
            <Eye aria-hidden className="max-sm:hidden" />
            Show to client
          </Button>
          <Button
            disabled={isDisabled || (pending && shows === true)}
            pending={pending && shows === false}
            onClick={() => share(ids, false)}
          >
            <readersIcons.crew aria-hidden className="max-sm:hidden" />
            Hide from client
          </Button>
        </>
      )}
      {may('photos.move') && (
        <Button disabled={isDisabled} onClick={() => setOpened('move')}>
          <FolderOpen aria-hidden />
          Move
        </Button>
      )}
      <Button disabled={isDisabled} onClick={() => setOpened('caption')}>
        <Pencil aria-hidden />
        Caption
      </Button>
      {isDisabled ? (
        <Button disabled>
          <Download aria-hidden />
          Save
        </Button>
      ) : (
        <a
          href={`${photoRoutes.zip.path}?ids=${ids.join(',')}`}
          download
          title="Save as a zip file"
          className={buttonVariants()}
        >
          <Download aria-hidden />
          Save
        </a>
      )}
      <Button disabled={isDisabled} onClick={() => setOpened('delete')}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      {opened === 'move' && <MovePhotos {...dialog} />}
      {opened === 'caption' && <CaptionPhotos {...dialog} />}
      {opened === 'delete' && <DeletePhotos {...dialog} />}
    </section>
  )
}
