import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { type Ref, useId } from 'react'
import { PriorityBadge, StatusBadge } from '../ui/Badge.tsx'
import { SubBadge } from '../ui/Person.tsx'
import { Progress } from '../ui/Progress.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { titleCase } from '../ui/status.ts'
import { panelTexts } from './api.ts'
import { periodName } from './days.ts'
import { EntryStatus } from './EntryStatus.tsx'
import { WeatherMark } from './WeatherMark.tsx'

interface EntryRowProps {
  ref: Ref<HTMLLIElement>
  entry: ScheduleEntry
  onOpen: () => void
  /** Given to those who may change the schedule. */
  onEdit?: () => void
  onDelete?: () => void
}

/** One entry of a job's schedule. */
export function EntryRow({ ref, entry, onOpen, onEdit, onDelete }: EntryRowProps) {
  const nameId = useId()
  const { assignedSubcontractorId: subId, assignedSubcontractorName: subName } = entry
  return (
    <li
      ref={ref}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-2.5 [contain-intrinsic-size:auto_10.5rem] @2xl:[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] first:border-t-0 @2xl:grid-cols-[minmax(0,1fr)_10.5rem_8rem_9.5rem_auto] @2xl:hover:bg-sunken/50"
    >
      <div className="min-w-0 @max-2xl:col-span-2">
        <h3 id={nameId} className="font-medium">
          <button
            type="button"
            data-entry={entry.id}
            aria-haspopup="dialog"
            onClick={onOpen}
            className="text-left wrap-anywhere hover:underline touch:min-h-11"
          >
            {entry.title}
          </button>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <span>{titleCase(entry.scheduleType)}</span>
          <WeatherMark entry={entry} />
        </p>
      </div>
      <div className="figures min-w-0 text-sm @max-2xl:col-span-2 @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-1">
        <p className="text-ink-2">{periodName(entry.startDate, entry.endDate)}</p>
        {subId && subName && <SubBadge id={subId} name={subName} />}
      </div>
      <div className="flex gap-x-3 gap-y-1 @max-2xl:col-span-2 @max-2xl:items-center @2xl:flex-col">
        <div>{entry.priority && <PriorityBadge priority={entry.priority} />}</div>
        <Progress
          value={entry.percentComplete}
          label="Percent complete"
          className="@max-2xl:w-40"
        />
      </div>
      {onEdit ? (
        <EntryStatus entry={entry} texts={panelTexts} />
      ) : (
        <div>
          <StatusBadge status={entry.status} />
        </div>
      )}
      <div className="flex justify-end gap-1">
        <RowActions
          editLabel="Edit entry"
          deleteLabel="Delete entry"
          nameId={nameId}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      </div>
    </li>
  )
}
