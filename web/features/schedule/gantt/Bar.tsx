import type { PlanEntry, ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { donePart, isPoint, type Scale, type Span, spanOf, xOf } from './scale.ts'

const barClasses: Readonly<Record<ScheduleStatus, string>> = {
  scheduled: 'border-control bg-surface [--done:var(--control)]',
  in_progress: 'border-info bg-info-soft [--done:var(--info)]',
  delayed: 'border-bad bg-bad-soft [--done:var(--bad)]',
  completed: 'border-good/40 bg-good-soft text-good [--done:transparent]',
  cancelled: 'border-line-strong bg-sunken text-ink-3 line-through [--done:transparent]',
}
const pointClasses: Readonly<Record<ScheduleStatus, string>> = {
  scheduled: 'border-control bg-surface',
  in_progress: 'border-info bg-info',
  delayed: 'border-bad bg-bad',
  completed: 'border-good bg-good',
  cancelled: 'border-line-strong bg-sunken',
}

/** The width in pixels from which the percent fits inside. */
const MIN_PERCENT_WIDTH = 38
/** The width in pixels from which a bar has edges that can be dragged. */
const MIN_EDGES_WIDTH = 10

interface BarProps {
  entry: PlanEntry
  /** The days it is drawn on, which a drag or a proposal changes. */
  days: Pick<PlanEntry, 'startDate' | 'endDate'>
  scale: Scale
  /** Whether it can be dragged. */
  mayPlan: boolean
  /** Whether it is being moved, or the move is not saved yet. */
  isMoved: boolean
  /** Whether it is moved because of another entry. */
  isPushed: boolean
  /** Whether it cannot end later without delaying the job. */
  isCritical: boolean
}

/**
 * An entry in the chart, in the vertical middle of its row: a bar with its percent, or a diamond.
 */
export function Bar(props: BarProps) {
  const { entry, days, scale, mayPlan, isMoved, isPushed, isCritical } = props
  const span = spanOf(scale, days)
  if (!span) return null
  const point = isPoint({ ...days, scheduleType: entry.scheduleType })
  return (
    <span
      style={{ left: span.left, width: Math.max(3, span.width) }}
      className="absolute inset-y-0"
    >
      {point ? (
        <i
          data-part={mayPlan ? 'all' : undefined}
          style={{ left: scale.dayWidth / 2 }}
          className={cx(
            pointShape,
            'border-[1.5px]',
            pointClasses[entry.status],
            (isMoved || isCritical) && 'border-ink',
            mayPlan && 'cursor-grab',
          )}
        />
      ) : (
        <span
          data-part={mayPlan ? 'all' : undefined}
          className={cx(
            barPlace,
            'inset-x-0 overflow-hidden border text-xs leading-3.25 touch:leading-5.5',
            barClasses[entry.status],
            edgeClasses(span),
            (isMoved || isCritical) && 'inset-ring-[0.5px] inset-ring-ink border-ink',
            isPushed && hatched,
            mayPlan && 'cursor-grab',
          )}
        >
          <Percent
            value={entry.percentComplete}
            done={donePart(scale, days, entry.percentComplete)}
            width={span.width}
          />
        </span>
      )}
      {mayPlan && <Handles span={span} isPoint={point} dayWidth={scale.dayWidth} />}
    </span>
  )
}

/** The vertical position of a bar in its row. */
const barPlace = 'absolute top-1.75 bottom-1.5 touch:top-2.5 touch:bottom-2.25'
const pointShape = 'absolute top-1/2 size-2.75 -translate-1/2 rotate-45 rounded-[2px]'

/** The hatching of an entry that is pushed, so that nobody chose its days. */
const hatched =
  'bg-[repeating-linear-gradient(135deg,transparent_0_4px,color-mix(in_srgb,var(--info)_35%,transparent)_4px_6px)]'

/** An edge is square and open if the entry continues outside the period. */
const edgeClasses = ({ startsBefore, endsAfter }: Span) =>
  cx(startsBefore ? 'border-l-0' : 'rounded-l-[3px]', endsAfter ? 'border-r-0' : 'rounded-r-[3px]')

interface PercentProps {
  value: number
  /** In percent of the width. */
  done: number
  width: number
}

function Percent({ value, done, width }: PercentProps) {
  if (value === 0) return null
  return (
    <>
      <i
        style={{ width: `${done}%` }}
        className="absolute inset-y-0 left-0 bg-[color-mix(in_srgb,var(--done)_40%,transparent)]"
      />
      {width >= MIN_PERCENT_WIDTH && (
        <span className="figures absolute left-1.25 font-medium tracking-tight">{value}%</span>
      )}
    </>
  )
}

interface HandlesProps {
  span: Span
  isPoint: boolean
  dayWidth: number
}

/**
 * The drag handles of an entry: its edges, and a dot to draw a link from. The dot shows on hover
 * and focus.
 */
function Handles({ span, isPoint, dayWidth }: HandlesProps) {
  const hasEdges = !isPoint && span.width >= MIN_EDGES_WIDTH
  const edge = 'absolute top-1/2 h-4 w-2 -translate-1/2 cursor-ew-resize touch:h-6'
  const dot = isPoint ? span.width - dayWidth / 2 + 15 : span.width + 9
  return (
    <>
      {hasEdges && !span.startsBefore && <i data-part="start" className={cx(edge, 'left-0')} />}
      {hasEdges && !span.endsAfter && <i data-part="end" className={cx(edge, 'left-full')} />}
      {!span.endsAfter && (
        <i
          data-part="link"
          style={{ left: dot }}
          className="absolute top-1/2 size-2.25 -translate-1/2 cursor-crosshair rounded-full border-[1.5px] border-ink bg-surface opacity-0 group-hover:opacity-100 group-focus:opacity-100 touch:hidden"
        />
      )}
    </>
  )
}

/** The promised days of an entry, under its bar. Renders nothing while it is on them. */
export function PromisedPlace({ entry, days, scale }: Pick<BarProps, 'entry' | 'days' | 'scale'>) {
  const { baselineStartDate: startDate, baselineEndDate: endDate } = entry
  if (!startDate || !endDate) return null
  const span = spanOf(scale, { startDate, endDate })
  if (!span || (startDate === days.startDate && endDate === days.endDate)) return null
  return (
    <i
      style={{ left: span.left, width: Math.max(3, span.width) }}
      className="absolute bottom-0.75 h-0.75 rounded-full bg-ink-3/70"
    />
  )
}

/** The outline of the saved days of an entry that is moved. */
export function OldPlace({ entry, scale }: Pick<BarProps, 'entry' | 'scale'>) {
  const span = spanOf(scale, entry)
  if (!span) return null
  return isPoint(entry) ? (
    <i
      style={{ left: xOf(scale, entry.startDate) + scale.dayWidth / 2 }}
      className={cx(pointShape, 'border border-dashed border-control')}
    />
  ) : (
    <i
      style={{ left: span.left, width: span.width }}
      className={cx(barPlace, 'border border-dashed border-control', edgeClasses(span))}
    />
  )
}

/** The days to which a dragged entry would push another one, in the vertical middle of its row. */
export function Ghost({ entry, days, scale }: Pick<BarProps, 'entry' | 'days' | 'scale'>) {
  const span = spanOf(scale, days)
  if (!span) return null
  const { left, width } = span
  return isPoint({ ...days, scheduleType: entry.scheduleType }) ? (
    <i
      style={{ left: left + scale.dayWidth / 2 }}
      className={cx(pointShape, 'border-[1.5px] border-info bg-info-soft')}
    />
  ) : (
    <i
      style={{ left, width: Math.max(3, width) }}
      className={cx(barPlace, 'border border-info', hatched, edgeClasses(span))}
    />
  )
}
