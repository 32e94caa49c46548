import type { ReactNode } from 'react'

interface TipProps {
  x: number
  /** The row it stands at. */
  index: number
  rowHeight: number
  /** Of the chart, which it does not leave. */
  width: number
  children: ReactNode
}

const HEIGHT = 25
/** About as wide as new days with what they change. */
export const TIP_WIDTH = 190

/** A dark label above a row of the chart; below the first one, which has the head above it. */
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
