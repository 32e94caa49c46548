import { formatSpan } from '@plumbline/contract/dates.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { type Ref, useId } from 'react'
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { SubBadge } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { titleCase } from '../../ui/status.ts'
import { panelTexts } from './api.ts'
import { EntryStatus } from './EntryStatus.tsx'
import { WeatherMark } from './WeatherMark.tsx'

interface EntryRowProps {
  ref: Ref<HTMLLIElement>
  entry: ScheduleEntry
  onOpen: () => void
  /** Set for people who may change the schedule. */
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
      className={cx(
        'open-row grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 [contain-intrinsic-size:auto_5.25rem] @2xl:[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] @max-2xl:py-2',
        onEdit
          ? 'gap-y-1.5 @2xl:grid-cols-[minmax(0,1fr)_10.5rem_8rem_9.5rem_auto] @2xl:py-2.5'
          : 'gap-y-2.5 @2xl:grid-cols-[minmax(0,1fr)_11rem_9rem_7.5rem] @2xl:gap-x-5 @2xl:py-3.5',
        '@max-2xl:gap-y-0.5',
      )}
    >
      <div className="min-w-0 @max-2xl:contents">
        <h3 id={nameId} className="font-medium @max-2xl:col-start-1 @max-2xl:row-start-1">
          <button
            type="button"
            data-entry={entry.id}
            aria-haspopup="dialog"
            onClick={onOpen}
            className="text-left leading-snug wrap-anywhere hover:underline touch:min-h-11"
          >
            {entry.title}
          </button>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2 @max-2xl:col-start-3 @max-2xl:row-start-2 @max-2xl:justify-self-end">
          <span>{titleCase(entry.scheduleType)}</span>
          <WeatherMark entry={entry} />
        </p>
      </div>
      <div className="figures flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm @max-2xl:col-span-2 @max-2xl:col-start-1 @max-2xl:row-start-2 @2xl:flex-col @2xl:items-start">
        <p className="text-ink-2">{formatSpan(entry.startDate, entry.endDate)}</p>
        {subName && <SubBadge id={subId} name={subName} />}
      </div>
      {/* A phone shows them in the details. */}
      <div className="flex flex-col gap-x-3 gap-y-1.5 @max-2xl:hidden">
        {entry.priority && (
          <div>
            <PriorityBadge priority={entry.priority} />
          </div>
        )}
        <Progress value={entry.percentComplete} label="Percent complete" />
      </div>
      <div className="@max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:justify-self-end">
        {onEdit ? (
          <EntryStatus entry={entry} texts={panelTexts} />
        ) : (
          <div className="touch:flex touch:min-h-11 touch:items-center @2xl:flex @2xl:justify-end">
            <StatusBadge status={entry.status} />
          </div>
        )}
      </div>
      {(onEdit ?? onDelete) && (
        <div className="flex justify-end gap-1 @max-2xl:hidden">
          <RowActions
            editLabel="Edit entry"
            deleteLabel="Delete entry"
            nameId={nameId}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      )}
    </li>
  )
}
