import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useMe } from '../api/me.ts'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { TaskPhotos } from '../photos/TaskPhotos.tsx'
import { Link } from '../shell/Link.tsx'
import { LoadProblem } from '../ui/Alert.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SidePanel } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { taskQuery } from './api.ts'
import { CommentBox } from './CommentBox.tsx'
import { Conversation } from './Conversation.tsx'
import { DueBy } from './DueBy.tsx'
import { StepButton } from './StepButton.tsx'
import { useStep } from './useStep.ts'

interface TaskPanelProps {
  id: string
  onClose: () => void
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
}

/** A task and its conversation, opened over the list it came from. */
export function TaskPanel({ id, onClose, onEdit, onDelete }: TaskPanelProps) {
  const task = useQuery(taskQuery(id))
  const lines = useQuery(query(taskRoutes.conversation, { params: { id } }))
  if (!task.data) {
    return (
      <SidePanel onClose={onClose} title={task.isError ? 'Task not found' : 'Task'}>
        {task.isError ? (
          <p className="text-ink-2">It may have been deleted, or it is not yours to see.</p>
        ) : (
          <Waiting />
        )}
      </SidePanel>
    )
  }
  return (
    <SidePanel
      onClose={onClose}
      title={task.data.name}
      head={<Head task={task.data} onEdit={onEdit} onDelete={onDelete} />}
      foot={<CommentBox taskId={id} />}
    >
      {task.data.description && <p className="mb-5 whitespace-pre-wrap">{task.data.description}</p>}
      <TaskPhotos task={task.data} />
      {lines.data ? (
        <Conversation lines={lines.data} />
      ) : lines.isError ? (
        <LoadProblem
          what="The conversation"
          pending={lines.isFetching}
          onRetry={() => void lines.refetch()}
        />
      ) : (
        <Waiting />
      )}
    </SidePanel>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

function Head({
  task,
  onEdit,
  onDelete,
}: { task: Task } & Pick<TaskPanelProps, 'onEdit' | 'onDelete'>) {
  const isAdmin = useMe().role === 'admin'
  const step = useStep(task)
  const hintId = useId()
  return (
    <>
      <p id={hintId} className="mt-0.5 text-sm text-ink-2">
        <Link href={paths.job(task.jobId)} className="hover:text-ink hover:underline">
          {task.jobName}
        </Link>
        {' · '}
        {task.assigneeName ?? 'Unassigned'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <StatusBadge status={step.status} />
        <DueBy deadline={task.deadline} done={step.status === 'completed'} />
      </div>
      {(step.label || isAdmin) && (
        <div className="mt-3 -mr-12 flex gap-2">
          <StepButton step={step} nameId={hintId} />
          {isAdmin && (
            <>
              <Button size="sm" onClick={() => onEdit(task)}>
                <Pencil aria-hidden />
                Edit
              </Button>
              <Button size="sm" variant="quiet" onClick={() => onDelete(task)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}
