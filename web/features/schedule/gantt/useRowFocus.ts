import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { HEAD_HEIGHT } from './layout.ts'
import type { ChartRow } from './rows.ts'

interface RowFocusOptions {
  rows: readonly ChartRow[]
  rowOf: ReadonlyMap<string, number>
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** The entry whose details are open: the tab stop until a row has had the focus. */
  openId: string | undefined
  /** Pixels at the lower edge that something else covers. */
  covered: number
}

/** The rows to render, among them always the one that Tab goes to. */
export function useRowFocus(options: RowFocusOptions) {
  const { rows, rowOf, rowHeight, scroller, openId, covered } = options
  const [activeId, setActiveId] = useState<string | null>(null)
  const activeIndex = rowOf.get(activeId ?? '') ?? rowOf.get(openId ?? '') ?? 0
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: covered,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return activeIndex < range.count && !indexes.includes(activeIndex)
        ? [...indexes, activeIndex].sort((a, b) => a - b)
        : indexes
    },
    // Before it has a layout, it is taken to be as high as the window.
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) =>
        onRect(rect.height > 0 ? rect : { ...rect, height: window.innerHeight }),
      ),
  })
  // Its rows are measured from their estimate, which it otherwise keeps.
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [virtualizer, rowHeight])

  return {
    activeIndex,
    items: virtualizer.getVirtualItems(),
    range: virtualizer.range,
    /** The row that has the focus is the one that Tab comes back to. */
    setActive: setActiveId,
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    /** Moves the focus to a row, wherever it is. */
    focusRow: (index: number) => {
      const row = rows[index]
      if (!row) return
      flushSync(() => setActiveId(row.id))
      const element = scroller.current?.querySelector<HTMLElement>(`[data-id="${row.id}"]`)
      element?.focus({ preventScroll: true })
      virtualizer.scrollToIndex(index, { align: 'auto' })
    },
  }
}
