import type { Task } from '@plumbline/contract/tasks.ts'
import { cx } from 'class-variance-authority'
import { type Ref, useId } from 'react'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { SubBadge } from '../../ui/Person.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { DueDate } from './DueDate.tsx'
import { StepButton, useTaskStep } from './TaskStep.tsx'

interface TaskRowProps {
  ref: Ref<HTMLLIElement>
  task: Task
  /** Whether to show the job, for lists with tasks of several jobs. */
  showJob?: boolean
  /** Whether to hide the assignee, for lists with tasks of one person. */
  hideAssignee?: boolean
  /** Opens the side panel of the task. */
  onOpen: (task: Task) => void
  onEdit?: ((task: Task) => void) | undefined
  onDelete?: ((task: Task) => void) | undefined
}

/**
 * One task of a list: a table row on a wide screen, a few lines on a phone. Its next step is always
 * visible; with a mouse, Edit and Delete appear while the row is hovered or focused.
 */
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
      // The actions are of a fixed width, so that columns are aligned from row to row.
      style={{ '--actions': (onEdit ?? onDelete) ? '12.5rem' : '7rem' }}
      className="open-row group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 touch:pt-3.5 [contain-intrinsic-size:auto_6.5rem] @2xl:[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] @lg:min-h-12 @lg:grid-cols-[minmax(0,1fr)_6.5rem_var(--actions)] @4xl:grid-cols-[minmax(0,1fr)_9rem_12rem_6.5rem_var(--actions)]"
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
        <WaitingMark action={step.action} />
      </div>
      <div className="col-start-1 row-start-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @4xl:contents">
        <div className={cx('min-w-0 text-sm', hideAssignee && '@max-4xl:hidden')}>
          {hideAssignee ? null : assigneeId && assigneeName ? (
            <SubBadge id={assigneeId} name={assigneeName} />
          ) : (
            <span className="text-ink-3">Unassigned</span>
          )}
        </div>
        <DueDate deadline={task.deadline} done={step.status === 'completed'} />
      </div>
      <div className="col-start-1 row-start-3 text-sm @lg:col-start-2 @lg:row-span-2 @lg:row-start-1 @4xl:col-start-4 @4xl:[grid-row:1]">
        <StatusWord status={step.status} />
      </div>
      <div className="col-start-2 row-span-3 row-start-1 flex items-center justify-end gap-1 @max-lg:max-w-24 @max-lg:flex-wrap @lg:col-start-3 @lg:row-span-2 @lg:justify-start @4xl:col-start-5 @4xl:[grid-row:1]">
        <StepButton step={step} nameId={nameId} />
        {(onEdit ?? onDelete) && (
          <span className="flex gap-1 transition-opacity mouse:@lg:opacity-0 mouse:@lg:group-focus-within:opacity-100 mouse:@lg:group-hover:opacity-100">
            <RowActions
              editLabel="Edit task"
              deleteLabel="Delete task"
              nameId={nameId}
              onEdit={onEdit && (() => onEdit(task))}
              onDelete={onDelete && (() => onDelete(task))}
            />
          </span>
        )}
      </div>
    </li>
  )
}
