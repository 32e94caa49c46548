import { formatSpan } from '@plumbline/contract/dates.ts'
import type { Span } from '@plumbline/contract/push.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { memo } from 'react'
import { GridPart } from '../../../ui/GridPart.tsx'
import { priorityStyle, statusStyle } from '../../../ui/status.ts'
import { Bar, OldPlace, PromisedPlace } from './Bar.tsx'
import { columnsOf, type Layout } from './layout.ts'
import { MarkedWord } from './MarkedWord.tsx'
import { entryRowText } from './texts.ts'

interface GanttRowProps {
  entry: PlanEntry
  index: number
  layout: Layout
  /** All entries by id, for the titles of its predecessors. */
  entries: ReadonlyMap<string, PlanEntry>
  /** Its new days that are not saved yet. */
  span: Span | null
  /** The number of days on which it is worked. */
  dayCount: number
  /** Whether it gets them because of another entry. */
  isPushed: boolean
  /** The working days by which it may end later. Undefined if they are not shown. */
  slackDays: number | undefined
  isOpen: boolean
  /** Whether it is about to wait for another entry. */
  isLinkTarget: boolean
  isTabStop: boolean
}

/** The row of an entry: six facts and its bar. The chart handles its clicks and keys. */
export const GanttRow = memo(function GanttRow(props: GanttRowProps) {
  const { entry, index, layout, entries, span, dayCount, isPushed, slackDays } = props
  const { isOpen, isLinkTarget, isTabStop } = props
  const { scale, rowHeight, tableWidth, showPriority, hasWords, byJob, mayPlan } = layout
  const days = span ?? entry
  const waitsFor = entry.dependsOnIds.flatMap((id) => entries.get(id)?.title ?? [])
  const dates = formatSpan(days.startDate, days.endDate)
  const isMarked = span !== null || isLinkTarget
  const isCancelled = entry.status === 'cancelled'
  return (
    <GridPart
      role="row"
      data-id={entry.id}
      data-entry={entry.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={byJob ? 2 : undefined}
      aria-selected={isOpen}
      aria-label={entryRowText(entry, days, dayCount, waitsFor, slackDays)}
      style={{ top: index * rowHeight, height: rowHeight }}
      className="group absolute left-0 flex cursor-pointer outline-none"
    >
      <div
        style={{ width: tableWidth, gridTemplateColumns: columnsOf(layout) }}
        className={cx(
          'sticky left-0 z-20 grid items-center gap-x-2.25 border-r border-b border-r-line-strong border-b-line pr-3 text-sm -outline-offset-2 outline-focus group-focus-visible:outline-2',
          byJob ? 'pl-10.5' : 'pl-7',
          isMarked ? 'bg-info-soft' : isOpen ? 'bg-sunken' : 'bg-surface group-hover:bg-sunken',
        )}
      >
        <GridPart
          role="gridcell"
          className="flex h-5 flex-wrap items-baseline gap-x-1.5 overflow-hidden"
          title={entry.title}
        >
          <span
            className={cx(
              'max-w-full shrink-0 truncate',
              isOpen && 'font-medium',
              isCancelled && 'text-ink-3 line-through',
            )}
          >
            {entry.title}
          </span>
          {/* Without room for it, it wraps and is cut off. */}
          {!byJob && (
            <span className="min-w-12 flex-1 truncate text-xs text-ink-2">{entry.jobName}</span>
          )}
        </GridPart>
        <GridPart
          role="gridcell"
          className={cx(
            'figures truncate tracking-tight',
            span && 'font-bold text-info',
            dates.length > 20 && 'text-xs',
          )}
        >
          {dates}
        </GridPart>
        <GridPart role="gridcell" className="figures text-right">
          {dayCount}
        </GridPart>
        {showPriority && (
          <GridPart role="gridcell" className="text-xs">
            <MarkedWord style={priorityStyle(entry.priority)} hasWord={hasWords} isQuiet />
          </GridPart>
        )}
        <GridPart role="gridcell" className="text-xs">
          <MarkedWord style={statusStyle(entry.status)} hasWord={hasWords} />
        </GridPart>
        <GridPart role="gridcell" className="figures text-right whitespace-nowrap">
          {entry.percentComplete}%
        </GridPart>
      </div>
      <GridPart
        role="gridcell"
        style={{ width: scale.width }}
        className={cx(
          'relative border-b border-line/60 select-none',
          isMarked ? 'bg-info-soft/35' : isOpen && 'bg-sunken/40',
        )}
      >
        <PromisedPlace entry={entry} days={days} scale={scale} />
        {span && <OldPlace entry={entry} scale={scale} />}
        <Bar
          entry={entry}
          days={days}
          scale={scale}
          mayPlan={mayPlan}
          isMoved={span !== null}
          isPushed={span !== null && isPushed}
          isCritical={slackDays === 0}
        />
      </GridPart>
    </GridPart>
  )
})
