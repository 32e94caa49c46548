import type { ReactNode } from 'react'

interface TipProps {
  x: number
  /** The index of its row. */
  index: number
  rowHeight: number
  /** The width of the chart, which it does not leave. */
  width: number
  children: ReactNode
}

const HEIGHT = 25
/** The approximate width of a tip about new days, in pixels. */
export const TIP_WIDTH = 190

/** A dark label above a row of the chart, or below the first row, which has the head above it. */
export function Tip({ x, index, rowHeight, width, children }: TipProps) {
  const top = index === 0 ? rowHeight : index * rowHeight - HEIGHT
  return (
    <div
      style={{ top, left: Math.max(0, Math.min(x, width - TIP_WIDTH)) }}
      className="figures pointer-events-none absolute z-10 max-w-96 truncate rounded-s bg-ink px-2 py-0.5 text-xs whitespace-nowrap text-ground"
    >
      {children}
    </div>
  )
}
