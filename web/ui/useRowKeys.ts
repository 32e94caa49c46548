import type { RefObject } from 'react'
import { useKeydown } from './useKeydown.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Where J and K begin at the first row; the arrows scroll the page there. */
const PAGE = 'body, main'

/**
 * Arrow keys, J and K go from one row of a list to the next, and the key that is `pressed` presses the button of the row that is
 * marked with `data-key`. Rows carry `data-row`; Enter opens one as the link that it is. A panel with `data-rows` around the list
 * is where its keys begin.
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
      const isStart = isPanel || (key.length === 1 && target.matches(PAGE))
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
