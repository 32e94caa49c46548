import { formatSpan } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { type RefObject, useState } from 'react'
import { type MovedPart, movedBy, moveShift, type ProposedMove } from '../moves.ts'
import type { Layout } from './layout.ts'
import { TIP_WIDTH, Tip } from './Tip.tsx'
import { type ChartPoint, useWindowDrag } from './useWindowDrag.ts'

export interface BarDrag {
  readonly entry: PlanEntry
  readonly part: MovedPart
  /** The days it is drawn on when the drag starts. */
  readonly days: Pick<PlanEntry, 'startDate' | 'endDate'>
  readonly index: number
  readonly start: ChartPoint
}

interface DragLayerProps {
  drag: BarDrag
  /** The calendar by which it moves. */
  calendar: WorkCalendar
  layout: Layout
  chart: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  /** Called when it is over other days. */
  onMove: (move: ProposedMove) => void
  onDrop: (move: ProposedMove) => void
  onCancel: () => void
}

/**
 * Shows the new days of a dragged entry at the pointer. The rows are rendered again only if the
 * days change.
 */
export function DragLayer(props: DragLayerProps) {
  const { drag, calendar, layout, chart, scroller, onMove, onDrop, onCancel } = props
  const { entry, part, days, index, start } = drag
  const { scale, rowHeight } = layout
  const [moved, setMoved] = useState<{ readonly days: number; readonly tip: number } | null>(null)
  const move = movedBy(entry, days, part, moved?.days ?? 0, calendar)
  useWindowDrag(chart, start, {
    onMove: ({ x }) => {
      // At the pointer, within the visible part of the chart.
      const left = scroller.current?.scrollLeft ?? 0
      const right = left + (scroller.current?.clientWidth ?? 0) - layout.tableWidth
      const tip = Math.max(left, Math.min(x, right - TIP_WIDTH))
      const shift = Math.round((x - start.x) / scale.dayWidth)
      if (shift !== moved?.days) onMove(movedBy(entry, days, part, shift, calendar))
      setMoved({ days: shift, tip })
    },
    onDrop: () => onDrop(move),
    onCancel,
  })
  if (moved === null) return null
  return (
    <>
      <div className={part === 'all' ? grabbing : resizing} />
      <Tip x={moved.tip} index={index} rowHeight={rowHeight} width={scale.width}>
        <b>{formatSpan(move.startDate, move.endDate)}</b> {moveShift(move)}
      </Tip>
    </>
  )
}

// Over everything, so that the cursor stays the same.
const grabbing = 'fixed inset-0 z-50 cursor-grabbing'
const resizing = 'fixed inset-0 z-50 cursor-ew-resize'
