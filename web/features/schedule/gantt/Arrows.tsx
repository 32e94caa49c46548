import { memo } from 'react'
import type { Arrow } from './arrows.ts'

interface ArrowsProps {
  arrows: readonly Arrow[]
  /** Fainter where they cross the rows of other jobs. */
  isFaint: boolean
  /** Between two entries without any, an arrow is on the critical path. */
  slack: ReadonlyMap<string, number> | null
}

/** The dependencies between the rows that are drawn. */
export const Arrows = memo(function Arrows({ arrows, isFaint, slack }: ArrowsProps) {
  const colorOf = ({ fromId, toId }: Arrow) => {
    if (slack?.get(fromId) === 0 && slack.get(toId) === 0) return 'fill-ink stroke-ink'
    return isFaint ? 'fill-line-strong stroke-line-strong' : 'fill-control stroke-control'
  }
  return (
    <svg aria-hidden className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      {arrows.map((arrow) => (
        <Line
          key={`${arrow.fromId} ${arrow.toId}`}
          path={arrow.path}
          tip={arrow.tip}
          color={colorOf(arrow)}
        />
      ))}
    </svg>
  )
})

interface LineProps extends Pick<Arrow, 'path' | 'tip'> {
  color: string
}

/** A drag changes few of the arrows: the others are not rendered again. */
const Line = memo(function Line({ path, tip, color }: LineProps) {
  return (
    <g className={color}>
      <path d={path} fill="none" />
      <path d={tip} stroke="none" />
    </g>
  )
})
