import type { Moving } from '../useMove.ts'
import { Ghost } from './Bar.tsx'
import type { Layout } from './layout.ts'
import type { ChartRow } from './rows.ts'

interface GhostsProps {
  rows: readonly ChartRow[]
  /** The rendered rows. */
  items: readonly { readonly index: number }[]
  layout: Layout
  moving: Moving
}

/**
 * Shows where the followers of a dragged entry would move. Their rows do not change until the drop,
 * because rendering all of them for each day would be too slow.
 */
export function Ghosts({ rows, items, layout, moving }: GhostsProps) {
  const { scale, rowHeight } = layout
  const { dragged, spans } = moving
  if (!dragged) return null
  return items.map(({ index }) => {
    const row = rows[index]
    if (row?.kind !== 'entry' || row.id === dragged.entry.id) return null
    const days = spans.get(row.id)
    return (
      days && (
        <div
          key={row.id}
          data-ghost={row.id}
          style={{ top: index * rowHeight, height: rowHeight }}
          className="absolute inset-x-0"
        >
          <Ghost entry={row.entry} days={days} scale={scale} />
        </div>
      )
    )
  })
}
