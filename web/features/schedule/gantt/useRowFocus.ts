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
  /** The height in pixels that something covers at the bottom. */
  covered: number
}

/** The rows to render, which always include the tab stop. */
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
    // Before the first layout, the window's height is assumed.
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) =>
        onRect(rect.height > 0 ? rect : { ...rect, height: window.innerHeight }),
      ),
  })
  // The virtualizer caches the estimated heights, so a new row height has to be measured.
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [virtualizer, rowHeight])

  return {
    activeIndex,
    items: virtualizer.getVirtualItems(),
    range: virtualizer.range,
    /** Makes the row that has the focus the tab stop. */
    setActive: setActiveId,
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    /** Moves the focus to a row and scrolls to it. */
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
