import { useMemo, useState } from 'react'
import { useTyped } from '../../api/typed.ts'
import { useKeydown } from '../../ui/useKeydown.ts'

export interface Selection {
  /** Whether selecting is on, even if nothing is selected yet. */
  readonly isOn: boolean
  readonly ids: ReadonlySet<string>
  start(): void
  /** Toggles one. With `isRange`, selects all from the last one to this one. */
  toggle(id: string, isRange?: boolean): void
  /** Selects all of these, or deselects them if all are selected already. */
  toggleAll(ids: readonly string[]): void
  selectAll(): void
  clear(): void
}

interface SelectionState {
  /** The list they were selected in. */
  readonly scope: string
  readonly isStarted: boolean
  readonly ids: ReadonlySet<string>
  /** The start of a range. */
  readonly last: string | undefined
}

/**
 * Selects items of a list, given by their ids in the order shown. Items that leave the list are
 * deselected, and another scope starts an empty selection. Escape ends selecting.
 */
export function useSelection(list: readonly string[], scope: string): Selection {
  const empty: SelectionState = { scope, isStarted: false, ids: new Set(), last: undefined }
  const before = useTyped({
    name: 'photos of the dialog',
    read: (): readonly string[] | undefined => (state.ids.size > 0 ? [...state.ids] : undefined),
    isTyped: false,
  })
  const [state, setState] = useState<SelectionState>({ ...empty, ids: new Set(before) })
  const current = state.scope === scope ? state : empty
  const ids = useMemo(() => new Set(list.filter((id) => current.ids.has(id))), [list, current.ids])
  const isOn = current.isStarted || ids.size > 0
  const clear = () => {
    setState(empty)
    // The controls shown only while selecting are removed, so the focus moves to the page.
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
    start: () => setState({ ...current, isStarted: true }),
    toggle: (id, isRange = false) => {
      const [from, to] = [list.indexOf(current.last ?? ''), list.indexOf(id)].sort((a, b) => a - b)
      const next = new Set(ids)
      if (isRange && from !== undefined && from >= 0 && to !== undefined)
        for (const one of list.slice(from, to + 1)) next.add(one)
      else if (!next.delete(id)) next.add(id)
      setState({ ...current, ids: next, last: id })
    },
    toggleAll: (some) => {
      const next = new Set(ids)
      const isAllSelected = some.every((id) => ids.has(id))
      for (const id of some) {
        if (isAllSelected) next.delete(id)
        else next.add(id)
      }
      // Selecting goes on even if nothing remains selected.
      setState({ ...current, isStarted: true, ids: next, last: some.at(-1) })
    },
    selectAll: () => setState({ ...current, ids: new Set(list) }),
    clear,
  }
}
