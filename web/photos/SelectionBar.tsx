import { MAX_SHARED } from '@plumbline/contract/photos.ts'
import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { readersIcons } from '../ui/ReadersBadge.tsx'
import type { Selection } from './useSelection.ts'
import { useSharing } from './useSharing.ts'

interface SelectionHeadProps {
  selection: Selection
  /** How many photos there are to select, of so many in all. */
  loaded: number
  total: number
}

/** How many are selected, in place of the filter of the list; it stays in view. */
export function SelectionHead({ selection, loaded, total }: SelectionHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  const isAll = selection.ids.size >= loaded
  // The button that was pressed has gone, to start or to select all: the focus stays here.
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
      <p role="status" className="figures text-md font-bold">
        {selection.ids.size} selected
      </p>
      {!isAll && (
        <Button variant="quiet" onClick={selection.selectAll} className="ml-auto">
          {loaded < total ? `Select the ${loaded} loaded` : 'Select all'}
        </Button>
      )}
    </div>
  )
}

/** What can be done with the selected photos, at the lower edge of the screen. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { share, pending, shows } = useSharing(selection.clear)
  const { size } = selection.ids
  const isTooMany = size > MAX_SHARED
  const cannot = size === 0 || isTooMany
  return (
    <section
      aria-label="Selected photos"
      data-floating-bar
      data-selecting
      className="no-print fixed right-4 bottom-4 left-4 z-30 mx-auto flex w-fit animate-rise flex-wrap items-center gap-1.5 rounded-m border border-line-strong bg-surface p-2.5 shadow-pop max-sm:inset-x-0 max-sm:bottom-(--bottom-bar) max-sm:w-auto max-sm:rounded-b-none max-sm:*:flex-1 lg:left-64"
    >
      {isTooMany && (
        <p className="px-2 text-ink-2 max-sm:basis-full">At most {MAX_SHARED} at once</p>
      )}
      <Button
        variant="primary"
        disabled={cannot || (pending && shows === false)}
        pending={pending && shows === true}
        onClick={() => share([...selection.ids], true)}
      >
        <Eye aria-hidden className="max-sm:hidden" />
        Show to client
      </Button>
      <Button
        disabled={cannot || (pending && shows === true)}
        pending={pending && shows === false}
        onClick={() => share([...selection.ids], false)}
      >
        <readersIcons.crew aria-hidden className="max-sm:hidden" />
        Hide from client
      </Button>
      <Button variant="quiet" onClick={selection.clear}>
        Cancel
      </Button>
    </section>
  )
}
