import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { cx } from 'class-variance-authority'
import { priorityStyle, statusStyle } from '../../../ui/status.ts'
import { workedDays } from '../entryText.ts'
import { useWorkdays } from '../useWorkdays.ts'
import { daysOffRuns, TodayLine } from './Days.tsx'
import type { GanttProps } from './ganttProps.ts'
import { partsOfPeriod } from './head.ts'
import { type EntryRow, entryRows, groupedRows, type JobRow, jobRows } from './rows.ts'
import { isPoint, type Scale, spanOf } from './scale.ts'
import { countText } from './texts.ts'

/** The CSS background that shades days off behind a bar, in percent of the width. */
function shading(scale: Scale, dayOff: GanttProps['dayOff']): string {
  const stops = daysOffRuns(scale, dayOff).map(({ from, count }) => {
    const [left, right] = [from * scale.dayWidth, (from + count) * scale.dayWidth]
    return `transparent ${left}%, var(--sunken) ${left}% ${right}%, transparent ${right}%`
  })
  return stops.length > 0 ? `linear-gradient(90deg, ${stops.join(', ')})` : 'none'
}

/** The plan for print: all rows, as wide as the paper. The head is repeated on every page. */
export function GanttPaper(props: GanttProps) {
  const { entries, first, days, zoom, today, byJob, dayOff, showPlanning } = props
  const workdays = useWorkdays(first)
  const scale: Scale = { first, days, dayWidth: 100 / days, width: 100 }
  const rows = byJob ? groupedRows(jobRows(entries), new Set()) : entryRows(entries)
  const background = zoom === 'days' ? shading(scale, dayOff) : 'none'
  return (
    <table className="w-full table-fixed border-collapse text-left text-xs [print-color-adjust:exact]">
      <thead>
        <tr className="border-y border-line-strong align-bottom text-ink-2 *:py-1 *:pr-2 *:font-normal">
          <th>Entry</th>
          <th className="w-34">Dates</th>
          <th className="w-10 text-right">Days</th>
          {showPlanning && <th className="w-15">Priority</th>}
          <th className="w-20">Status</th>
          <th className="w-11 text-right">Done</th>
          <th className="relative w-[32%] pr-0! landscape:w-[46%]">
            {partsOfPeriod(scale, zoom).map(({ day, left, label }) => (
              <span key={day} className="absolute bottom-1" style={{ left: `${left}%` }}>
                {label}
              </span>
            ))}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="break-inside-avoid border-b border-line *:py-1 *:pr-2">
            {row.kind === 'job' ? (
              <JobCell row={row} columns={showPlanning ? 6 : 5} />
            ) : (
              <EntryCells row={row} byJob={byJob} showPlanning={showPlanning} workdays={workdays} />
            )}
            <td className="relative p-0!" style={{ background }}>
              {row.kind === 'entry' && <PaperBar row={row} scale={scale} />}
              <TodayLine scale={scale} today={today} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of a job across the columns of its entries, so that it has room. */
function JobCell({ row: { name, summary }, columns }: { row: JobRow; columns: number }) {
  return (
    <td colSpan={columns} className="wrap-anywhere text-ink-2">
      <b className="text-ink">{name}</b> · {countText(summary)} · finish{' '}
      {formatDay(summary.endDate)}
    </td>
  )
}

interface EntryCellsProps {
  row: EntryRow
  byJob: boolean
  showPlanning: boolean
  workdays: Workdays
}

function EntryCells({ row: { entry }, byJob, showPlanning, workdays }: EntryCellsProps) {
  return (
    <>
      <td className="wrap-anywhere">
        {entry.title}
        {!byJob && <span className="text-ink-2"> {entry.jobName}</span>}
      </td>
      <td className="figures">{formatSpan(entry.startDate, entry.endDate)}</td>
      <td className="figures text-right">{workedDays(entry, entry, workdays)}</td>
      {showPlanning && <td>{priorityStyle(entry.priority).label}</td>}
      <td>{statusStyle(entry.status).label}</td>
      <td className="figures text-right">{entry.percentComplete}%</td>
    </>
  )
}

function PaperBar({ row: { entry }, scale }: { row: EntryRow; scale: Scale }) {
  const span = spanOf(scale, entry)
  if (!span) return null
  const left = `${span.left}%`
  if (isPoint(entry))
    return <i className="absolute top-1.75 size-2 rotate-45 bg-ink-2" style={{ left }} />
  return (
    <i
      className={cx(
        'absolute top-1.5 h-2.5 border border-ink-2',
        entry.status === 'delayed' && 'border-2 border-bad',
      )}
      style={{ left, width: `${span.width}%` }}
    >
      <i
        className="absolute inset-y-0 left-0 bg-line-strong"
        style={{ width: `${entry.percentComplete}%` }}
      />
    </i>
  )
}
