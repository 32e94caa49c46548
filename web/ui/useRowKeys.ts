import type { RefObject } from 'react'
import { useKeydown } from './useKeydown.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The elements on which J and K focus the first row. The arrows scroll the page there. */
const PAGE_ELEMENTS = 'body, main'

/**
 * Keyboard navigation in a list: arrow keys, J and K move between rows, and the `pressed` key
 * clicks the button marked with `data-key` in the current row. Rows have `data-row`, and Enter
 * follows a row's link. The keys also work from a panel with `data-rows` around the list.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, pressed: string) {
  useKeydown((event) => {
    const { key, target } = event
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (isModified || event.defaultPrevented || !(target instanceof HTMLElement)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.indexOf(target)
    const step = steps[key]
    if (step) {
      const isPanel = target.hasAttribute('data-rows') && target.contains(list.current)
      const isStart = isPanel || (key.length === 1 && target.matches(PAGE_ELEMENTS))
      const next = at === -1 ? isStart && rows[0] : rows[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    } else if (key === pressed && at !== -1) {
      event.preventDefault()
      target.closest('li')?.querySelector<HTMLElement>('[data-key]')?.click()
    }
  })
}
