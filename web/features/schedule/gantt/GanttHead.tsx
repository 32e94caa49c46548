import { cx } from 'class-variance-authority'
import { memo } from 'react'
import { GridPart } from '../../../ui/GridPart.tsx'
import { type HeadCell, headOf } from './head.ts'
import { columnsOf, HEAD_HEIGHT, type Layout } from './layout.ts'
import type { Zoom } from './scale.ts'

interface GanttHeadProps {
  layout: Layout
  zoom: Zoom
  today: string
  dayOff: (day: string) => string | undefined
}

/** The sticky head with the names of the columns and the days. */
export const GanttHead = memo(function GanttHead({ layout, zoom, today, dayOff }: GanttHeadProps) {
  const { scale, tableWidth, showPriority, hasWords } = layout
  const { upper, lower } = headOf(scale, zoom, today, dayOff)
  const marked = hasWords ? undefined : 'sr-only'
  return (
    <GridPart
      role="row"
      aria-rowindex={1}
      style={{ height: HEAD_HEIGHT, width: tableWidth + scale.width }}
      className="sticky top-0 z-30 flex bg-surface text-xs"
    >
      <div
        style={{ width: tableWidth, gridTemplateColumns: columnsOf(layout) }}
        className="sticky left-0 z-20 grid shrink-0 items-end gap-x-2.25 border-r border-b border-r-line-strong border-b-line bg-surface pr-3 pb-1.5 pl-7 text-ink-3"
      >
        <GridPart role="columnheader">Entry</GridPart>
        <GridPart role="columnheader">Dates</GridPart>
        <GridPart role="columnheader" className="flex justify-end">
          Days
        </GridPart>
        {showPriority && (
          <GridPart role="columnheader">
            <span className={marked}>Priority</span>
          </GridPart>
        )}
        <GridPart role="columnheader">
          <span className={marked}>Status</span>
        </GridPart>
        <GridPart role="columnheader" className="text-right">
          Done
        </GridPart>
      </div>
      <GridPart
        role="columnheader"
        aria-label="Chart"
        style={{ width: scale.width }}
        className="relative shrink-0 overflow-hidden border-b border-line select-none"
      >
        {upper.map((cell) => (
          <UpperCell key={cell.day} {...cell} />
        ))}
        {lower.map(({ day, left, width, label, isToday }) => (
          <span
            key={day}
            style={{ left, width }}
            className={cx(
              'figures absolute bottom-1 flex justify-center tracking-tight',
              isToday ? 'rounded-[3px] bg-accent font-bold text-on-accent' : 'text-ink-3',
            )}
          >
            {label}
          </span>
        ))}
      </GridPart>
    </GridPart>
  )
})

function UpperCell({ left, width, label }: HeadCell) {
  return (
    <span
      style={{ left, width }}
      className={cx(
        'absolute top-1.75 bottom-0 truncate pl-1.25 font-medium whitespace-nowrap',
        left > 0 && 'border-l border-line',
      )}
    >
      {label}
    </span>
  )
}
