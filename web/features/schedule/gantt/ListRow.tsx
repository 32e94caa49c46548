import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { PlanEntry, ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { statusStyle } from '../../../ui/status.ts'
import { TodayLine } from './Days.tsx'
import { MarkedWord } from './MarkedWord.tsx'
import type { JobRow } from './rows.ts'
import { type Scale, spanOf } from './scale.ts'
import { countText } from './texts.ts'

interface JobButtonProps {
  row: JobRow
  isFolded: boolean
  onFold: () => void
}

/** A job in the list of a phone. */
export function JobButton({ row: { name, summary }, isFolded, onFold }: JobButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={onFold}
      className="flex size-full items-center gap-2 px-4 text-left"
    >
      <ChevronDown
        aria-hidden
        className={cx('size-4 shrink-0 text-ink-2 transition-transform', isFolded && '-rotate-90')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{name}</span>
        <span className="figures block truncate text-xs text-ink-2">
          {countText(summary)} · finish {formatDay(summary.endDate)}
        </span>
      </span>
    </button>
  )
}

interface EntryButtonProps {
  entry: PlanEntry
  /** In percent of the width. */
  scale: Scale
  today: string
  showJob: boolean
  isOpen: boolean
  onOpen: (id: string) => void
}

/** An entry in the list of a phone. */
export function EntryButton(props: EntryButtonProps) {
  const { entry, scale, today, showJob, isOpen, onOpen } = props
  return (
    <button
      type="button"
      onClick={() => onOpen(entry.id)}
      className={cx('flex size-full flex-col justify-center px-4 text-left', isOpen && 'bg-sunken')}
    >
      <span className="flex w-full items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{entry.title}</span>
        <span className="figures shrink-0 text-sm">{entry.percentComplete}%</span>
      </span>
      {showJob && <span className="w-full truncate text-sm text-ink-2">{entry.jobName}</span>}
      <span className="flex w-full items-center gap-3 text-sm text-ink-2">
        <span className="figures flex-1">{formatSpan(entry.startDate, entry.endDate)}</span>
        <MarkedWord style={statusStyle(entry.status)} />
      </span>
      <Track entry={entry} scale={scale} today={today} />
    </button>
  )
}

const trackClasses: Readonly<Record<ScheduleStatus, string>> = {
  scheduled: 'bg-control',
  in_progress: 'bg-info',
  delayed: 'bg-bad',
  completed: 'bg-good/60',
  cancelled: 'bg-line-strong',
}

/** The position of an entry in the period. */
function Track({ entry, scale, today }: Pick<EntryButtonProps, 'entry' | 'scale' | 'today'>) {
  const span = spanOf(scale, entry)
  return (
    <span aria-hidden className="relative mt-1.5 block h-1.25 w-full rounded-xs bg-sunken">
      {span && (
        <i
          style={{ left: `${span.left}%`, width: `max(4px, ${span.width}%)` }}
          className={cx('absolute inset-y-0 rounded-xs', trackClasses[entry.status])}
        />
      )}
      <TodayLine scale={scale} today={today} />
    </span>
  )
}
