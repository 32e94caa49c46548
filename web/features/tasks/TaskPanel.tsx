import type { Task } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useMay } from '../../api/me.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { SidePanel } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { TaskPhotos } from '../photos/TaskPhotos.tsx'
import { taskConversation, taskQuery } from './api.ts'
import { DueDate } from './DueDate.tsx'
import { CommentBox, TaskConversation, WaitingComments } from './TaskConversation.tsx'
import { StepButton, useTaskStep } from './TaskStep.tsx'

interface TaskPanelProps {
  id: string
  onClose: () => void
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
}

/** A task and its conversation, in a side panel over the list it came from. */
export default function TaskPanel({ id, onClose, onEdit, onDelete }: TaskPanelProps) {
  const { data: task, isError } = useQuery(taskQuery(id))
  const conversation = useQuery(taskConversation(id))
  if (!task) {
    return (
      <SidePanel onClose={onClose} title={isError ? 'Task not found' : 'Task'}>
        {isError ? (
          <p className="text-ink-2">It may have been deleted, or you may not have access to it.</p>
        ) : (
          <PanelSkeleton />
        )}
      </SidePanel>
    )
  }
  return (
    <SidePanel
      onClose={onClose}
      title={task.name}
      head={<Head task={task} onEdit={onEdit} onDelete={onDelete} />}
      foot={<CommentBox task={task} />}
    >
      {task.description && <p className="mb-5 whitespace-pre-wrap">{task.description}</p>}
      <TaskPhotos task={task} />
      <QueryList
        list={conversation}
        noun="comments"
        skeleton={<PanelSkeleton />}
        empty={
          <EmptyState
            plain
            icon={MessageSquare}
            title="No comments yet"
            text="Ask a question or post an update."
          />
        }
      >
        {(lines) => <TaskConversation lines={lines} />}
      </QueryList>
      <WaitingComments taskId={id} />
    </SidePanel>
  )
}

function PanelSkeleton() {
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
  const may = useMay()
  const step = useTaskStep(task)
  const hintId = useId()
  const mayEdit = may('task.create')
  const mayDelete = may('task.delete')
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
        <DueDate deadline={task.deadline} done={step.status === 'completed'} />
        <WaitingMark action={step.action} />
      </div>
      {(step.label || mayEdit || mayDelete) && (
        <div className="mt-3 -mr-12 flex gap-2">
          <StepButton step={step} nameId={hintId} />
          {mayEdit && (
            <Button size="sm" onClick={() => onEdit(task)}>
              <Pencil aria-hidden />
              Edit
            </Button>
          )}
          {mayDelete && (
            <Button size="sm" variant="quiet" onClick={() => onDelete(task)}>
              <Trash2 aria-hidden />
              Delete
            </Button>
          )}
        </div>
      )}
    </>
  )
}
