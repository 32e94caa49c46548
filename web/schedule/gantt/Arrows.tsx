import { memo } from 'react'
import type { Arrow } from './arrows.ts'

interface ArrowsProps {
  arrows: readonly Arrow[]
  /** Fainter where they cross the rows of other jobs. */
  isFaint: boolean
}

/** The dependencies between the rows that are drawn. */
export const Arrows = memo(function Arrows({ arrows, isFaint }: ArrowsProps) {
  return (
    <svg aria-hidden className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      {arrows.map(({ id, path, tip }) => (
        <g
          key={id}
          className={
            isFaint ? 'fill-line-strong stroke-line-strong' : 'fill-control stroke-control'
          }
        >
          <path d={path} fill="none" />
          <path d={tip} stroke="none" />
        </g>
      ))}
    </svg>
  )
})
