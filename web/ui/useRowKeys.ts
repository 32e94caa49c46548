import type { RefObject } from 'react'
import { useKeydown } from './useKeydown.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The elements on which J and K focus the first row. The arrows scroll the page there. */
const PAGE_ELEMENTS = 'body, main'

/** Whether a key goes from the page to the first row of its list. */
export function isForFirstRow(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented } = event
  const isOnPage = target instanceof HTMLElement && target.matches(PAGE_ELEMENTS)
  return isOnPage && !defaultPrevented && !isModified(event) && (key === 'j' || key === 'k')
}

const isModified = (event: KeyboardEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey

interface RowKeys {
  /** The key that clicks the button marked with `data-key` in the current row. */
  pressed?: string
  /** The selector of the elements that are focused. */
  rows?: string
  /** Whether only J and K move, because the arrow keys scroll the page. */
  onlyLetters?: boolean
}

/**
 * Keyboard navigation in a list: arrow keys, J and K move between rows, and Enter follows a row's
 * link. The keys also work from a panel with `data-rows` around the list.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { pressed, rows: selector = '[data-row]', onlyLetters = false }: RowKeys,
) {
  useKeydown((event) => {
    const { key, target } = event
    if (isModified(event) || event.defaultPrevented || !(target instanceof HTMLElement)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const at = rows.indexOf(target)
    const step = onlyLetters && key.length > 1 ? undefined : steps[key]
    if (step) {
      const isPanel = target.hasAttribute('data-rows') && target.contains(list.current)
      const isStart = isPanel || isForFirstRow(event)
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
