import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useMedia } from '../../../ui/useMedia.ts'
import type { GanttProps } from './ganttProps.ts'
import { type Layout, tableLayout } from './layout.ts'
import { scaleOf } from './scale.ts'

type LayoutProps = Pick<
  GanttProps,
  'first' | 'days' | 'zoom' | 'showPlanning' | 'mayPlan' | 'byJob'
>

/** The layout of the chart for its width. The object stays the same until something changes. */
export function useLayout(
  scroller: RefObject<HTMLElement | null>,
  { first, days, zoom, showPlanning, mayPlan, byJob }: LayoutProps,
): Layout {
  const width = useInnerWidth(scroller)
  const isTouch = useMedia('(pointer: coarse)')
  return useMemo(() => {
    const table = tableLayout(width, showPlanning, isTouch)
    const scale = scaleOf(first, days, zoom, width - table.tableWidth)
    return { ...table, scale, showPriority: showPlanning, mayPlan, byJob }
  }, [width, first, days, zoom, showPlanning, mayPlan, byJob, isTouch])
}

/** The width inside an element, without its scroll bar. */
function useInnerWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
