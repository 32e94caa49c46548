import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { Check, ClipboardCheck, Flag, type LucideIcon, Truck, Users } from 'lucide-react'
import { StatusMark } from '../../../ui/Badge.tsx'
import { Avatar, nameParts, subStyle } from '../../../ui/Person.tsx'
import { statusStyle } from '../../../ui/status.ts'
import { descriptionOf } from '../entryText.ts'
import type { PlacedEntry } from './lanes.ts'
import type { DayPointer } from './useDayPointer.ts'

const icons: Readonly<Partial<Record<PlanEntry['scheduleType'], LucideIcon>>> = {
  inspection: ClipboardCheck,
  delivery: Truck,
  milestone: Flag,
  meeting: Users,
}

/** Only running and delayed entries have a color. Finished ones are muted. */
const tones: Readonly<Record<PlanEntry['status'], string>> = {
  scheduled: 'border-line-strong bg-surface',
  in_progress: 'border-transparent bg-info-soft',
  delayed: 'border-transparent bg-bad-soft',
  completed: 'border-line bg-surface text-ink-2',
  cancelled: 'border-line bg-surface text-ink-3 line-through',
}
const edges: Readonly<Partial<Record<PlanEntry['status'], string>>> = {
  in_progress: 'bg-info',
  delayed: 'bg-bad',
}

interface WeekEventProps {
  placed: PlacedEntry
  isOpen: boolean
  /** Whether it is being dragged, or its new days are not saved yet. */
  isMoving: boolean
  onOpen: () => void
  /** Set for people who may move it. */
  pointer: DayPointer | undefined
}

/** An entry in a week: one bar over its days. */
export function WeekEvent({ placed, isOpen, isMoving, onOpen, pointer }: WeekEventProps) {
  const { entry, lane, from, to, beginsBefore, endsAfter } = placed
  const { status, percentComplete: percent } = entry
  const Icon = status === 'completed' ? Check : icons[entry.scheduleType]
  const isShort = from === to
  return (
    <li
      className={cx(
        'group relative min-w-0',
        !beginsBefore && 'ml-1.25',
        !endsAfter && 'mr-1.25',
        isMoving && 'z-10',
      )}
      style={{ gridArea: `${lane + 1} / ${from + 1} / auto / ${to + 2}` }}
    >
      <button
        type="button"
        data-entry={entry.id}
        aria-label={descriptionOf(entry)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
        onPointerDown={(event) => pointer?.startDrag(event, entry, 'all')}
        className={cx(
          'relative flex size-full flex-col overflow-hidden border px-2.25 py-1.25 text-left text-sm leading-snug',
          tones[status],
          beginsBefore ? 'border-l-0 pl-3.5' : 'rounded-l-[5px]',
          endsAfter ? 'border-r-0' : 'rounded-r-[5px]',
          isOpen && 'outline-2 -outline-offset-1 outline-focus',
          isMoving && 'border-dashed border-ink shadow-pop',
        )}
      >
        {!beginsBefore && edges[status] && (
          <span aria-hidden className={cx('absolute inset-y-0 left-0 w-0.75', edges[status])} />
        )}
        <span className="flex min-w-0 gap-1.25 font-medium">
          {Icon && <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />}
          <span className={isShort ? 'line-clamp-2 leading-tight' : 'truncate'}>{entry.title}</span>
        </span>
        <span className="w-full shrink-0 truncate text-xs leading-[1.35] text-ink-2">
          {entry.jobName}
        </span>
        {status !== 'completed' && status !== 'cancelled' && (
          <EventFoot entry={entry} isPlanner={pointer !== undefined} />
        )}
        {percent > 0 && percent < 100 && (
          <span
            aria-hidden
            className="absolute bottom-0 left-0 h-0.75 bg-info"
            style={{ width: `${percent}%` }}
          />
        )}
      </button>
      {pointer && !beginsBefore && (
        <span
          aria-hidden
          onPointerDown={(event) => pointer.startDrag(event, entry, 'start')}
          className="absolute inset-y-0 left-0 w-1.5 cursor-ew-resize touch:hidden"
        />
      )}
      {pointer && !endsAfter && (
        <span
          aria-hidden
          onPointerDown={(event) => pointer.startDrag(event, entry, 'end')}
          className="absolute inset-y-0 right-0 w-1.5 cursor-ew-resize touch:hidden"
        />
      )}
    </li>
  )
}

/** The sub of an entry and its progress. */
function EventFoot({ entry, isPlanner }: { entry: PlanEntry; isPlanner: boolean }) {
  const { assignedSubcontractorId: subId, assignedSubcontractorName: name } = entry
  const { label, mark } = statusStyle(entry.status)
  const isDelayed = entry.status === 'delayed'
  const hasEnd = isDelayed || entry.percentComplete > 0
  return (
    <span className="@container mt-auto flex w-full min-w-0 items-center gap-1.5 text-xs text-ink-2">
      {name ? (
        <>
          {subId && <Avatar person={nameParts(name)} small className={subStyle(subId)} />}
          {/* Hidden where only a letter or two would fit. The initials are enough. */}
          <span className={cx('truncate', hasEnd ? '@max-[8rem]:hidden' : '@max-[4.5rem]:hidden')}>
            {name}
          </span>
        </>
      ) : (
        isPlanner &&
        entry.scheduleType === 'task' && <span className="truncate text-warn">Nobody assigned</span>
      )}
      {isDelayed ? (
        <span className="ml-auto flex items-center gap-1 font-medium text-bad">
          <StatusMark mark={mark} className="size-2 shrink-0" />
          {label}
        </span>
      ) : (
        entry.percentComplete > 0 && (
          <span className="figures ml-auto">{entry.percentComplete}%</span>
        )
      )}
    </span>
  )
}
