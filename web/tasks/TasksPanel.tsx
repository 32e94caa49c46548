import type { Task } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { useWords } from '../shell/useWords.ts'
import { LoadProblem } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { PanelHeader } from '../ui/Headings.tsx'
import { RowsSkeleton } from '../ui/Skeleton.tsx'
import { jobTasks } from './api.ts'
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'

const doneLast = ({ status }: Task) => Number(status === 'completed')

/** The tasks of a job: an admin plans them; a sub reads them, and takes their own a step further. */
export function TasksPanel({ jobId }: { jobId: string }) {
  const me = useMe()
  const [, setWords] = useWords()
  const [dialog, setDialog] = useState<TaskDialog>(null)
  const tasks = useQuery(jobTasks(jobId))
  const isAdmin = me.role === 'admin'
  const all = tasks.data?.toSorted((a, b) => doneLast(a) - doneLast(b)) ?? []
  const mine = isAdmin ? [] : all.filter((task) => task.assigneeId === me.id)
  const others = isAdmin ? all : all.filter((task) => task.assigneeId !== me.id)

  const list = (label: string, items: readonly Task[]) => (
    <Panel className="@container">
      <ul aria-label={label}>
        {items.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            hideAssignee={items === mine}
            onOpen={({ id }) => setWords({ task: id })}
            {...(isAdmin && {
              onEdit: () => setDialog({ at: 'edit', task }),
              onDelete: () => setDialog({ at: 'delete', task }),
            })}
          />
        ))}
      </ul>
    </Panel>
  )

  return (
    <section aria-label="Tasks">
      <PanelHeader
        title={mine.length > 0 ? 'My tasks' : 'Tasks'}
        count={mine.length || tasks.data?.length}
      >
        {isAdmin && (
          <Button size="sm" onClick={() => setDialog({ at: 'create' })}>
            <Plus aria-hidden />
            Add Task
          </Button>
        )}
      </PanelHeader>
      {tasks.isError ? (
        <LoadProblem
          what="The tasks"
          pending={tasks.isFetching}
          onRetry={() => void tasks.refetch()}
        />
      ) : tasks.isPending ? (
        <RowsSkeleton count={3} />
      ) : all.length === 0 ? (
        <Panel className="px-4 py-5 text-ink-2">
          {isAdmin ? 'No tasks yet. Add what has to be done, and who does it.' : 'No tasks yet.'}
        </Panel>
      ) : (
        <>
          {mine.length > 0 && list('My tasks', mine)}
          {mine.length > 0 && others.length > 0 && (
            <h3 className="mt-4 mb-2 text-ink-2">Tasks of others</h3>
          )}
          {others.length > 0 && list(mine.length > 0 ? 'Tasks of others' : 'Tasks', others)}
        </>
      )}
      <TaskDialogs
        dialog={dialog}
        setDialog={setDialog}
        create={{ title: 'Add Task', jobId, deadline: 'moment' }}
      />
    </section>
  )
}
