import type { Task } from '@plumbline/contract/tasks.ts'
import { cx } from 'class-variance-authority'
import { type Ref, useId } from 'react'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { SubBadge } from '../ui/Person.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { DueDate } from './DueDate.tsx'
import { StepButton, useTaskStep } from './TaskStep.tsx'

interface TaskRowProps {
  ref: Ref<HTMLLIElement>
  task: Task
  /** On a list over several jobs. */
  showJob?: boolean
  /** On a list whose tasks all belong to one person. */
  hideAssignee?: boolean
  /** Opens its side panel. */
  onOpen: (task: Task) => void
  onEdit?: ((task: Task) => void) | undefined
  onDelete?: ((task: Task) => void) | undefined
}

/** One task of a list: a table row on a wide screen, two lines on a phone. */
export function TaskRow({
  ref,
  task,
  showJob = false,
  hideAssignee = false,
  onOpen,
  onEdit,
  onDelete,
}: TaskRowProps) {
  const nameId = useId()
  const step = useTaskStep(task)
  const { assigneeId, assigneeName } = task
  return (
    <li
      ref={ref}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 touch:pt-3.5 [contain-intrinsic-size:auto_6.5rem] @2xl:[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] first:border-t-0 @lg:grid-cols-[minmax(0,1fr)_7rem_auto] @lg:hover:bg-sunken/50 @5xl:grid-cols-[minmax(0,1fr)_9rem_14.5rem_7rem_auto]"
    >
      <div className="min-w-0">
        <button
          type="button"
          id={nameId}
          onClick={() => onOpen(task)}
          className="-my-1 max-w-full py-1 text-left font-medium underline-offset-3 hover:underline touch:-mt-3.5 touch:mb-0 touch:pt-3.5 touch:pb-2.5"
        >
          {task.name}
        </button>
        {showJob && (
          <p className="text-sm text-ink-2">
            <Link
              href={paths.job(task.jobId)}
              className="underline-offset-3 hover:underline touch:relative touch:-mb-6 touch:inline-block touch:pt-0.5 touch:pb-6"
            >
              {task.jobName}
            </Link>
          </p>
        )}
      </div>
      <div className="col-start-1 row-start-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @5xl:contents">
        <div className={cx('min-w-0 text-sm', hideAssignee && '@max-5xl:hidden')}>
          {hideAssignee ? null : assigneeId && assigneeName ? (
            <SubBadge id={assigneeId} name={assigneeName} />
          ) : (
            <span className="text-ink-3">Unassigned</span>
          )}
        </div>
        <DueDate deadline={task.deadline} done={step.status === 'completed'} />
      </div>
      <div className="col-start-1 row-start-3 @lg:col-start-2 @lg:row-span-2 @lg:row-start-1 @5xl:col-auto @5xl:row-auto">
        <StatusBadge status={step.status} />
      </div>
      <div
        className={cx(
          'col-start-2 row-span-3 row-start-1 flex items-center justify-end gap-1 @max-lg:max-w-24 @max-lg:flex-wrap @lg:col-start-3 @lg:row-span-2 @5xl:col-auto @5xl:row-auto',
          onEdit ? '@lg:min-w-41' : '@lg:min-w-23',
        )}
      >
        <StepButton step={step} nameId={nameId} />
        <RowActions
          editLabel="Edit task"
          deleteLabel="Delete task"
          nameId={nameId}
          onEdit={onEdit && (() => onEdit(task))}
          onDelete={onDelete && (() => onDelete(task))}
        />
      </div>
    </li>
  )
}
