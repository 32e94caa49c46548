import { cx } from 'class-variance-authority'
import type { Moving } from '../useMove.ts'
import { hatched } from './Bar.tsx'
import type { Layout } from './layout.ts'
import type { ChartRow } from './rows.ts'
import { isPoint, spanOf } from './scale.ts'

/** How far a bar is from the upper edge of its row, and from both together, in pixels. */
const INSET = { top: 7, both: 13 } as const

interface GhostsProps {
  rows: readonly ChartRow[]
  /** The rows that are drawn. */
  items: readonly { readonly index: number }[]
  layout: Layout
  moving: Moving
}

/**
 * Where what follows a dragged entry would move. Their rows stay as they are until it is dropped: to render all of them for
 * each day would be too slow.
 */
export function Ghosts({ rows, items, layout, moving }: GhostsProps) {
  const { scale, rowHeight } = layout
  const { dragged, spans } = moving
  if (!dragged) return null
  return items.map(({ index }) => {
    const row = rows[index]
    if (row?.kind !== 'entry' || row.id === dragged.entry.id) return null
    const days = spans.get(row.id)
    const span = days && spanOf(scale, days)
    if (!span) return null
    const top = index * rowHeight
    const { left, width } = span
    return isPoint({ ...days, scheduleType: row.entry.scheduleType }) ? (
      <i
        key={row.id}
        data-ghost={row.id}
        style={{ top: top + rowHeight / 2, left: left + scale.dayWidth / 2 }}
        className="absolute size-2.75 -translate-1/2 rotate-45 rounded-[2px] border-[1.5px] border-info bg-info-soft"
      />
    ) : (
      <i
        key={row.id}
        data-ghost={row.id}
        style={{ top: top + INSET.top, height: rowHeight - INSET.both, left, width }}
        className={cx('absolute rounded-[3px] border border-info', hatched)}
      />
    )
  })
}
