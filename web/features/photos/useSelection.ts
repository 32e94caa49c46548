import { useMemo, useState } from 'react'
import { useKeydown } from '../../ui/useKeydown.ts'

export interface Selection {
  /** Whether things are being selected, even if none is yet. */
  readonly isOn: boolean
  readonly ids: ReadonlySet<string>
  start(): void
  /** Selects one or no longer; with `isRange` selects all from the last one to this. */
  toggle(id: string, isRange?: boolean): void
  /** Selects all of these, or none of them where all are selected already. */
  toggleAll(ids: readonly string[]): void
  selectAll(): void
  clear(): void
}

interface Chosen {
  /** The list they were chosen in. */
  readonly scope: string
  readonly isStarted: boolean
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly last: string | undefined
}

/**
 * Selects some of a list, given by their ids in the order shown; what leaves the list is no longer selected. Another scope is
 * another list. Escape ends it.
 */
export function useSelection(list: readonly string[], scope: string): Selection {
  const none: Chosen = { scope, isStarted: false, ids: new Set(), last: undefined }
  const [kept, setChosen] = useState(none)
  const chosen = kept.scope === scope ? kept : none
  const ids = useMemo(() => new Set(list.filter((id) => chosen.ids.has(id))), [list, chosen.ids])
  const isOn = chosen.isStarted || ids.size > 0
  const clear = () => {
    setChosen(none)
    // What is there only while selecting goes away, and the focus with it.
    if (document.activeElement?.closest('[data-selecting]'))
      document.querySelector('main')?.focus({ preventScroll: true })
  }

  useKeydown((event) => {
    const isCovered = document.querySelector('[role=dialog], [role=alertdialog]')
    if (event.key === 'Escape' && isOn && !event.defaultPrevented && !isCovered) clear()
  })

  return {
    isOn,
    ids,
    start: () => setChosen({ ...chosen, isStarted: true }),
    toggle: (id, isRange = false) => {
      const [from, to] = [list.indexOf(chosen.last ?? ''), list.indexOf(id)].sort((a, b) => a - b)
      const next = new Set(ids)
      if (isRange && from !== undefined && from >= 0 && to !== undefined)
        for (const one of list.slice(from, to + 1)) next.add(one)
      else if (!next.delete(id)) next.add(id)
      setChosen({ ...chosen, ids: next, last: id })
    },
    toggleAll: (some) => {
      const next = new Set(ids)
      const isAll = some.every((id) => ids.has(id))
      for (const id of some) {
        if (isAll) next.delete(id)
        else next.add(id)
      }
      // Where the last of them is no longer selected, one goes on selecting.
      setChosen({ ...chosen, isStarted: true, ids: next, last: some.at(-1) })
    },
    selectAll: () => setChosen({ ...chosen, ids: new Set(list) }),
    clear,
  }
}
