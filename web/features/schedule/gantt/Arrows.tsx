import { memo } from 'react'
import type { Arrow } from './arrows.ts'

interface ArrowsProps {
  arrows: readonly Arrow[]
  /** Whether arrows are fainter, because they cross the rows of other jobs. */
  isFaint: boolean
  /**
   * The slack of entries in working days. An arrow between two entries without slack is on the
   * critical path.
   */
  slack: ReadonlyMap<string, number> | null
}

/** The arrows of the dependencies between the rendered rows. */
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

/** Memoized, because a drag changes only a few of the arrows. */
const Line = memo(function Line({ path, tip, color }: LineProps) {
  return (
    <g className={color}>
      <path d={path} fill="none" />
      <path d={tip} stroke="none" />
    </g>
  )
})
