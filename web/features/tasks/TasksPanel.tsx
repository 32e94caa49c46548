import type { Task } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { emptyRow, WhenNear } from '../../ui/WhenNear.tsx'
import { jobTasks } from './api.ts'
import { LazyQuickAdd } from './LazyQuickAdd.tsx'
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'

const FinishedTasks = lazyPart(
  () => import('./FinishedTasks.tsx'),
  () => <div className="h-10 touch:h-11" />,
)

interface TasksPanelProps {
  jobId: string
  /** The `task` search param of the screen. */
  taskId: string | undefined
}

/**
 * The tasks of a job. An admin plans them. A sub sees their own first, and starts and completes
 * them.
 */
export function TasksPanel({ jobId, taskId }: TasksPanelProps) {
  const me = useMe()
  const may = useMay()
  const setSearch = useSetSearch<{ task?: string | undefined }>()
  const [dialog, setDialog, isBack] = useOpened<TaskDialog>('task', null)
  const tasks = useQuery(jobTasks(jobId))
  const mayPlan = may('task.create')
  const mayDelete = may('task.delete')
  const isMine = (task: Task) => !mayPlan && task.assigneeId === me.id
  const mine = tasks.data?.filter(isMine) ?? []
  const listed = mine.length > 0 ? mine : (tasks.data ?? [])
  const open = listed.filter(({ status }) => status !== 'completed').length

  const rows = (label: string, items: readonly Task[], hideAssignee: boolean) => (
    <ul aria-label={label}>
      {items.map((task) => (
        <WhenNear key={task.id} item={task} className={`${emptyRow} h-29 @2xl:h-17`}>
          {(ref) => (
            <TaskRow
              ref={ref}
              task={task}
              hideAssignee={hideAssignee}
              onOpen={({ id }) => setSearch({ task: id })}
              {...(mayPlan && { onEdit: () => setDialog({ at: 'edit', task }) })}
              {...(mayDelete && { onDelete: () => setDialog({ at: 'delete', task }) })}
            />
          )}
        </WhenNear>
      ))}
    </ul>
  )
  const section = (label: string, items: readonly Task[], hideAssignee = false) => {
    const open = items.filter(({ status }) => status !== 'completed')
    const finished = items.filter(({ status }) => status === 'completed')
    return (
      <div className="border-t border-line-strong">
        <div className="open-rows @container">
          {open.length > 0 && rows(label, open, hideAssignee)}
          {finished.length > 0 && (
            <FinishedTasks tasks={finished}>
              {rows(`${label}, finished`, finished, hideAssignee)}
            </FinishedTasks>
          )}
        </div>
      </div>
    )
  }

  return (
    <section aria-label="Tasks">
      <PanelHeader title={mine.length > 0 ? 'My tasks' : 'Tasks'} count={open} noun="open">
        {mayPlan && (
          <Button size="sm" onClick={() => setDialog({ at: 'create' })}>
            <Plus aria-hidden />
            Add Task
          </Button>
        )}
      </PanelHeader>
      {mayPlan && <LazyQuickAdd jobId={jobId} />}
      <QueryList
        list={tasks}
        noun="tasks"
        skeleton={<RowsSkeleton count={3} />}
        empty={
          <p className="border-t border-line-strong py-4 text-ink-2">
            {mayPlan ? 'No tasks yet. Add what has to be done, and who does it.' : 'No tasks yet.'}
          </p>
        }
      >
        {(all) =>
          mine.length === 0 ? (
            section('Tasks', all)
          ) : (
            <>
              {section('My tasks', mine, true)}
              {mine.length < all.length && (
                <>
                  <h3 className="mt-4 mb-2 text-ink-2">Other tasks</h3>
                  {section(
                    'Other tasks',
                    all.filter((task) => !isMine(task)),
                  )}
                </>
              )}
            </>
          )
        }
      </QueryList>
      <TaskDialogs
        taskId={taskId}
        isBack={isBack}
        dialog={dialog}
        setDialog={setDialog}
        create={{ title: 'Add Task', jobId, deadline: 'moment' }}
      />
    </section>
  )
}
