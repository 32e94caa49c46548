import { useKeydown } from '../../ui/useKeydown.ts'

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  j: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  k: -1,
}

/**
 * Arrow keys, J and K go from one entry to the next. Open details follow, also when they have the
 * focus. The elements of entries have the id as `data-entry`.
 */
export function useEntryKeys(openId: string | undefined, onOpen: (id: string) => void) {
  useKeydown((event) => {
    const step = steps[event.key]
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!step || isModified || event.defaultPrevented || !(event.target instanceof HTMLElement))
      return
    const isPanel = event.target.hasAttribute('data-panel')
    const id = isPanel ? openId : event.target.dataset.entry
    if (!id) return
    const all = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
    const at = isPanel
      ? all.findIndex(({ dataset }) => dataset.entry === id)
      : all.indexOf(event.target)
    const next = all[at + step]
    if (at === -1 || !next) return
    event.preventDefault()
    if (!isPanel) next.focus()
    if (openId && next.dataset.entry) onOpen(next.dataset.entry)
  })
}
