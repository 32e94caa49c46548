import { formatDay } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { GridPart } from '../../../ui/GridPart.tsx'
import type { Layout } from './layout.ts'
import type { JobSummary } from './rows.ts'
import { type Scale, type Span, spanOf, xOf } from './scale.ts'
import { countText, jobRowText } from './texts.ts'

interface JobLineProps {
  id: string
  name: string
  index: number
  layout: Layout
  summary: JobSummary
  /** The summary with the proposed days of one of its entries. */
  proposed: JobSummary | null
  isFolded: boolean
  isTabStop: boolean
}

/** The row of a job above its entries: their number, its finish and its progress. */
export const JobLine = memo(function JobLine(props: JobLineProps) {
  const { id, name, index, layout, summary, proposed, isFolded, isTabStop } = props
  const { scale, rowHeight, tableWidth } = layout
  const now = proposed ?? summary
  const hasNewEnd = now.endDate !== summary.endDate
  return (
    <GridPart
      role="row"
      data-id={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={!isFolded}
      aria-label={jobRowText(name, now)}
      style={{ top: index * rowHeight, height: rowHeight }}
      className="group absolute left-0 flex cursor-pointer bg-ground outline-none"
    >
      <div
        style={{ width: tableWidth }}
        className="sticky left-0 z-20 flex items-center gap-2 border-r border-b border-r-line-strong border-b-line bg-ground pr-3 pl-5.5 text-sm -outline-offset-2 outline-focus group-hover:bg-sunken group-focus-visible:outline-2"
      >
        <ChevronDown
          aria-hidden
          className={cx(
            'size-3.5 shrink-0 text-ink-2 transition-transform',
            isFolded && '-rotate-90',
          )}
        />
        <GridPart role="gridcell" className="min-w-0 truncate font-bold" title={name}>
          {name}
        </GridPart>
        <GridPart role="gridcell" className="ml-auto shrink-0 text-xs text-ink-2">
          {countText(now)} · finish{' '}
          {hasNewEnd && <s className="mr-1 text-ink-3">{formatDay(summary.endDate)}</s>}
          <span className={cx('figures', hasNewEnd && 'font-bold text-ink')}>
            {formatDay(now.endDate)}
          </span>
        </GridPart>
      </div>
      <GridPart
        role="gridcell"
        style={{ width: scale.width }}
        className="relative border-b border-line/60"
      >
        <Extent span={spanOf(scale, now)} />
        {hasNewEnd && <Ends scale={scale} before={summary.endDate} now={now.endDate} />}
      </GridPart>
    </GridPart>
  )
})

/** The line from the first day of a job to its last. */
function Extent({ span }: { span: Span | null }) {
  if (!span) return null
  return (
    <i
      style={{ left: span.left, width: Math.max(3, span.width) }}
      className="absolute top-3.25 h-0.75 bg-ink-3 touch:top-5"
    >
      {!span.startsBefore && <i className={cx(tick, 'left-0')} />}
      {!span.endsAfter && <i className={cx(tick, 'right-0')} />}
    </i>
  )
}

const tick = 'absolute -top-0.5 h-1.75 w-[1.5px] bg-ink-3'

/** The old finish of a job as a line, and the new one as text. */
function Ends({ scale, before, now }: { scale: Scale; before: string; now: string }) {
  const x = (day: string) => xOf(scale, day) + scale.dayWidth
  const isShown = (day: string) => x(day) > 0 && x(day) <= scale.width
  return (
    <>
      {isShown(before) && (
        <i
          style={{ left: x(before) - 1 }}
          className="absolute inset-y-2 w-0 border-l-[1.5px] border-dashed border-ink-3"
        />
      )}
      {isShown(now) && x(now) < scale.width - 76 && (
        <span
          style={{ left: x(now) + 5 }}
          className="absolute top-1/2 -translate-y-1/2 text-xs font-bold whitespace-nowrap"
        >
          {formatDay(now)}
        </span>
      )}
    </>
  )
}
