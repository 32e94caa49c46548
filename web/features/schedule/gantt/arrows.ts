import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { ROW_HEIGHT } from './layout.ts'
import type { ChartRow } from './rows.ts'
import { DIAMOND, isPoint, type Scale, xOf } from './scale.ts'

/** The number of rows beyond the visible ones in which an arrow may begin or end. */
const ROW_MARGIN = 60
/** Half the height of a bar in pixels, in rows for a mouse and for touch. */
const BAR_HALF = { mouse: 7.5, touch: 12 } as const
const STUB = 4
const TIP = 5

/** An arrow from the end of one entry to the start of another, in pixels. */
export interface Arrow {
  readonly fromId: string
  readonly toId: string
  readonly path: string
  readonly tip: string
}

interface Place {
  readonly row: number
  readonly entry: PlanEntry
}

const middleOf = (scale: Scale, { entry }: Place) =>
  xOf(scale, entry.startDate) + scale.dayWidth / 2

/** A line of right angles from an entry to the one that waits for it, ending in a small tip. */
export function arrowBetween(
  scale: Scale,
  rowHeight: number,
  from: Place,
  to: Place,
): Pick<Arrow, 'path' | 'tip'> {
  const barHalf = rowHeight < ROW_HEIGHT.touch ? BAR_HALF.mouse : BAR_HALF.touch
  const [fromPoint, toPoint] = [isPoint(from.entry), isPoint(to.entry)]
  const x1 = fromPoint
    ? middleOf(scale, from) + DIAMOND
    : xOf(scale, from.entry.endDate) + scale.dayWidth
  const y1 = (from.row + 0.5) * rowHeight
  const down = to.row > from.row ? 1 : -1
  const y2 = (to.row + 0.5) * rowHeight - down * (toPoint ? DIAMOND : barHalf)
  const start = toPoint
    ? middleOf(scale, to)
    : xOf(scale, to.entry.startDate) + Math.min(STUB + 1, scale.dayWidth / 2)
  const direct = start >= x1 + STUB - 1
  // A bar that starts right after the other is met a little inside, so that the line stays
  // straight.
  const x2 = direct || start < x1 - STUB || toPoint ? start : x1 + STUB
  const stop = y2 - down * TIP
  const middle = y1 + (down * rowHeight) / 2
  const path =
    direct || x2 !== start
      ? `M${sharp(x1)} ${sharp(y1)}H${sharp(x2)}V${sharp(stop)}`
      : `M${sharp(x1)} ${sharp(y1)}h${STUB}V${sharp(middle)}H${sharp(x2)}V${sharp(stop)}`
  return { path, tip: `M${sharp(x2) - 3} ${sharp(stop)}h6l-3 ${down * TIP}z` }
}

/** Moves a coordinate to the middle of a pixel, where a thin line is not blurred. */
const sharp = (value: number) => Math.floor(value) + 0.5

interface VisibleRows {
  readonly first: number
  readonly last: number
}

/** The arrows that cross the visible rows, between entries that both have a row near them. */
export function arrowsOf(
  rows: readonly ChartRow[],
  rowOf: ReadonlyMap<string, number>,
  visible: VisibleRows,
  scale: Scale,
  rowHeight: number,
  shown: (entry: PlanEntry) => PlanEntry,
): Arrow[] {
  const from = Math.max(0, visible.first - ROW_MARGIN)
  const near = rows.slice(from, visible.last + ROW_MARGIN + 1)
  return near.flatMap((row, index) => {
    if (row.kind === 'job') return []
    const to: Place = { row: from + index, entry: shown(row.entry) }
    return row.entry.dependsOnIds.flatMap((id) => {
      const at = rowOf.get(id)
      const before = at === undefined ? undefined : rows[at]
      if (at === undefined || before?.kind !== 'entry') return []
      const isNear = at >= from && at <= visible.last + ROW_MARGIN
      const crosses = Math.min(at, to.row) <= visible.last && Math.max(at, to.row) >= visible.first
      if (!isNear || !crosses) return []
      const place: Place = { row: at, entry: shown(before.entry) }
      return [{ fromId: id, toId: row.id, ...arrowBetween(scale, rowHeight, place, to) }]
    })
  })
}
