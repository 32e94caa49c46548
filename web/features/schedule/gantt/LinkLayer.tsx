import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { type RefObject, useState } from 'react'
import type { Layout } from './layout.ts'
import { spanOf } from './scale.ts'
import { Tip } from './Tip.tsx'
import { linkText } from './texts.ts'
import { type ChartPoint, useWindowDrag } from './useWindowDrag.ts'

export interface LinkDrag {
  readonly part: 'link'
  readonly entry: PlanEntry
  readonly start: ChartPoint
}

interface LinkLayerProps {
  drag: LinkDrag
  layout: Layout
  chart: RefObject<HTMLElement | null>
  /** The entry in a row that may wait for the one the line comes from, or null. */
  targetAt: (index: number) => PlanEntry | null
  /** Called with the entry under the line. */
  onTarget: (target: PlanEntry | null) => void
  onDrop: (target: PlanEntry | null) => void
  onCancel: () => void
}

/** The line that is drawn from an entry to the one that will wait for it. */
export function LinkLayer(props: LinkLayerProps) {
  const { drag, layout, chart, targetAt, onTarget, onDrop, onCancel } = props
  const { rowHeight, scale } = layout
  const [point, setPoint] = useState<ChartPoint | null>(null)
  const index = point ? Math.floor(point.y / rowHeight) : -1
  const target = targetAt(index)
  useWindowDrag(chart, drag.start, {
    onMove: (next) => {
      setPoint(next)
      const at = targetAt(Math.floor(next.y / rowHeight))
      if (at !== target) onTarget(at)
    },
    onDrop: () => onDrop(target),
    onCancel,
  })
  if (!point) return null
  return (
    <>
      <div className="fixed inset-0 z-50 cursor-crosshair" />
      <LinkLine from={drag.start} to={point} />
      <Tip x={point.x + 12} index={index} rowHeight={rowHeight} width={scale.width}>
        {target ? linkText(drag.entry, target) : `Drop on an entry of ${drag.entry.jobName}`}
      </Tip>
    </>
  )
}

function LinkLine({ from, to }: { from: ChartPoint; to: ChartPoint }) {
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 z-10 size-px overflow-visible"
    >
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className="stroke-ink stroke-[1.5px]" />
      <circle cx={to.x} cy={to.y} r="3" className="fill-ink" />
    </svg>
  )
}

interface LinkChoiceProps {
  layout: Layout
  from: { readonly entry: PlanEntry; readonly index: number }
  to: { readonly entry: PlanEntry; readonly index: number } | null
}

/** The same line for an entry chosen by keyboard. */
export function LinkChoice({ layout: { scale, rowHeight }, from, to }: LinkChoiceProps) {
  const [before, after] = [spanOf(scale, from.entry), to && spanOf(scale, to.entry)]
  const middle = (index: number) => (index + 0.5) * rowHeight
  const x = before ? before.left + before.width : 0
  return (
    <>
      {to && (
        <LinkLine
          from={{ x, y: middle(from.index) }}
          to={{ x: after?.left ?? x, y: middle(to.index) }}
        />
      )}
      <Tip
        x={(after?.left ?? x) + 12}
        index={(to ?? from).index}
        rowHeight={rowHeight}
        width={scale.width}
      >
        {to ? `${linkText(from.entry, to.entry)}: Enter` : 'Up or Down: who waits for this?'}
      </Tip>
    </>
  )
}
