import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeydown } from '../useKeydown.ts'
import { isForFirstRow } from '../useRowKeys.ts'
import { useVirtualRange } from '../useVirtualRange.ts'
import { type DataTableProps, ROW_HEIGHT } from './tableProps.ts'

/**
 * The height that is covered at the upper edge of the window by top bar and head, and at the lower
 * edge by the sums and the selection bar.
 */
const COVERED_PX = { top: 100, bottom: 120 } as const

/** The number of rows that each key moves by. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The id of the row that last had the focus, by the address of its list. */
const lastActive = new Map<string, string>()

/** Resets the rows between tests. */
export const resetActiveRows = () => lastActive.clear()

/**
 * The index of the row that Tab focuses: at first the one that had the focus when the same list was
 * last shown, so that it is rendered when the person goes back to it.
 */
function useActiveRow(rows: readonly { readonly id: string }[]) {
  const [index, setIndex] = useState(() => {
    const id = lastActive.get(location.href)
    return Math.max(0, id ? rows.findIndex((row) => row.id === id) : 0)
  })
  const setActive = (next: number) => {
    const row = rows[next]
    if (row) lastActive.set(location.href, row.id)
    setIndex(next)
  }
  return [Math.min(index, Math.max(0, rows.length - 1)), setActive] as const
}

/** The rendered rows of a table, and the keys that move through them. */
export function useTableRows<T extends { readonly id: string }>({
  rows,
  selection,
  onSelectAll,
}: DataTableProps<T>) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [activeIndex, setActive] = useActiveRow(rows)
  // The content above the table may load later, or disappear.
  useLayoutEffect(() => {
    const place = () => {
      if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const rangeExtractor = useVirtualRange((range) => {
    const indexes = defaultRangeExtractor(range)
    // The row that Tab focuses is always rendered.
    return activeIndex < range.count && !indexes.includes(activeIndex)
      ? [...indexes, activeIndex].sort((a, b) => a - b)
      : indexes
  })
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX.top,
    scrollPaddingEnd: COVERED_PX.bottom,
    useFlushSync: false,
    rangeExtractor,
  })

  const focusRow = (index: number) => {
    flushSync(() => setActive(index))
    body.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
      ?.focus({ preventScroll: true })
    virtualizer.scrollToIndex(index, { align: 'auto' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, shiftKey } = event
    const focused = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(focused?.dataset.index)
    const row = rows[index]
    if (!row || event.altKey) return
    const isRow = target === focused
    const step = steps[key.length === 1 ? key.toLowerCase() : key]
    if ((event.ctrlKey || event.metaKey) && key !== 'a') return
    if (step !== undefined) focusRow(Math.max(0, Math.min(rows.length - 1, index + step)))
    else if (event.ctrlKey || event.metaKey) onSelectAll()
    else if (key.toLowerCase() === 'x' || (key === ' ' && isRow)) selection.toggle(index, shiftKey)
    else if (key === 'Enter' && isRow) focused.querySelector<HTMLElement>('a, button')?.click()
    else if (key === 'Escape' && selection.rows.length > 0) selection.clear()
    else return
    event.preventDefault()
  }

  useKeydown((event) => {
    if (!isForFirstRow(event) || rows.length === 0) return
    event.preventDefault()
    focusRow(activeIndex)
  })

  return {
    body,
    top,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    activeIndex,
    onKeyDown,
    onFocusRow: setActive,
  }
}
