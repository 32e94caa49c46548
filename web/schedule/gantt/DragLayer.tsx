import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { type RefObject, useState } from 'react'
import { type MovedPart, movedBy, moveShift } from '../moves.ts'
import type { ProposedMove } from '../useMove.ts'
import { Bar } from './Bar.tsx'
import type { Layout } from './layout.ts'
import { TIP_WIDTH, Tip } from './Tip.tsx'
import { rangeText } from './texts.ts'
import { type ChartPoint, useWindowDrag } from './useWindowDrag.ts'

export interface BarDrag {
  readonly entry: PlanEntry
  readonly part: MovedPart
  /** The days it is drawn on when it is taken hold of. */
  readonly days: Pick<PlanEntry, 'startDate' | 'endDate'>
  readonly index: number
  readonly start: ChartPoint
}

interface DragLayerProps {
  drag: BarDrag
  layout: Layout
  chart: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  /** It has really been moved. */
  onStart: () => void
  onDrop: (move: ProposedMove) => void
  onCancel: () => void
}

/** The bar that is being moved, with its new days. Nothing else is rendered while the pointer moves. */
export function DragLayer(props: DragLayerProps) {
  const { drag, layout, chart, scroller, onStart, onDrop, onCancel } = props
  const { entry, part, days, index, start } = drag
  const { scale, rowHeight } = layout
  const [moved, setMoved] = useState<{ readonly days: number; readonly tip: number } | null>(null)
  const move = movedBy(entry, days, part, moved?.days ?? 0)
  useWindowDrag(chart, start, {
    onMove: ({ x }) => {
      if (moved === null) onStart()
      // At the hand, within the part of the chart that is not scrolled away.
      const left = scroller.current?.scrollLeft ?? 0
      const right = left + (scroller.current?.clientWidth ?? 0) - layout.tableWidth
      const tip = Math.max(left, Math.min(x, right - TIP_WIDTH))
      setMoved({ days: Math.round((x - start.x) / scale.dayWidth), tip })
    },
    onDrop: () => onDrop(move),
    onCancel,
  })
  if (moved === null) return null
  return (
    <>
      <div className={part === 'all' ? grabbing : resizing} />
      <div style={{ top: index * rowHeight, height: rowHeight }} className="absolute left-0 z-10">
        <Bar entry={entry} days={move} scale={scale} mayPlan={false} isMoved />
      </div>
      <Tip x={moved.tip} index={index} rowHeight={rowHeight} width={scale.width}>
        <b>{rangeText(move, scale.first)}</b> {moveShift(move)}
      </Tip>
    </>
  )
}

// Over everything, so that the hand stays the same wherever it is.
const grabbing = 'fixed inset-0 z-50 cursor-grabbing'
const resizing = 'fixed inset-0 z-50 cursor-ew-resize'
