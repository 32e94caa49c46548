import { memo } from 'react'
import type { Arrow } from './arrows.ts'

/** The dependencies between the rows that are drawn. */
export const Arrows = memo(function Arrows({ arrows }: { arrows: readonly Arrow[] }) {
  return (
    <svg aria-hidden className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      {arrows.map(({ id, path, tip }) => (
        <g key={id} className="stroke-control">
          <path d={path} fill="none" />
          <path d={tip} className="fill-control" stroke="none" />
        </g>
      ))}
    </svg>
  )
})
