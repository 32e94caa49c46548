import { useEffect, useEffectEvent } from 'react'

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  j: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  k: -1,
}

/**
 * Arrow keys, J and K go from one entry to the next; with the details of one open, those follow. Entries carry their id as
 * `data-entry`.
 */
export function useEntryKeys(openId: string | undefined, onOpen: (id: string) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key]
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!step || isModified || event.defaultPrevented || !(event.target instanceof HTMLElement))
      return
    const id = event.target.dataset.entry
    if (!id) return
    const all = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
    const next = all[all.indexOf(event.target) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
    if (openId && next.dataset.entry) onOpen(next.dataset.entry)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
