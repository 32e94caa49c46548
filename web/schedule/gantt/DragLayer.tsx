import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { type RefObject, useState } from 'react'
import { type MovedPart, movedBy, moveShift } from '../moves.ts'
import type { ProposedMove } from '../useMove.ts'
import { Bar } from './Bar.tsx'
import type { Layout } from './layout.ts'
import { spanOf } from './scale.ts'
import { Tip } from './Tip.tsx'
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
  /** It has really been moved. */
  onStart: () => void
  onDrop: (move: ProposedMove) => void
  onCancel: () => void
}

/** The bar that is being moved, with its new days. Nothing else is rendered while the pointer moves. */
export function DragLayer({ drag, layout, chart, onStart, onDrop, onCancel }: DragLayerProps) {
  const { entry, part, days, index, start } = drag
  const { scale, rowHeight } = layout
  const [moved, setMoved] = useState<number | null>(null)
  const move = movedBy(entry, days, part, moved ?? 0)
  useWindowDrag(chart, start, {
    onMove: ({ x }) => {
      if (moved === null) onStart()
      setMoved(Math.round((x - start.x) / scale.dayWidth))
    },
    onDrop: () => onDrop(move),
    onCancel,
  })
  if (moved === null) return null
  const span = spanOf(scale, move)
  return (
    <>
      <div className={part === 'all' ? grabbing : resizing} />
      <div style={{ top: index * rowHeight, height: rowHeight }} className="absolute left-0 z-10">
        <Bar entry={entry} days={move} scale={scale} mayPlan={false} isMoved />
      </div>
      <Tip
        x={span ? span.left + span.width - 20 : 0}
        index={index}
        rowHeight={rowHeight}
        width={scale.width}
      >
        <b>{rangeText(move, scale.first)}</b> {moveShift(move)}
      </Tip>
    </>
  )
}

// Over everything, so that the hand stays the same wherever it is.
const grabbing = 'fixed inset-0 z-50 cursor-grabbing'
const resizing = 'fixed inset-0 z-50 cursor-ew-resize'
