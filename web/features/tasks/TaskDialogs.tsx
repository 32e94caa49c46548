import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'

const load = () => import('./TaskForm.tsx')
const CreateTask = lazyPart(async () => ({ default: (await load()).CreateTask }))
const EditTask = lazyPart(async () => ({ default: (await load()).EditTask }))
const TaskPanel = lazyPart(() => import('./TaskPanel.tsx'))

/** The open dialog, and the task it is about. */
export type TaskDialog = { at: 'create' } | { at: 'edit' | 'delete'; task: Task } | null

interface TaskDialogsProps {
  /** The `task` search param of the screen. */
  taskId: string | undefined
  dialog: TaskDialog
  /** Whether the dialog was open before the person signed in again. */
  isBack: boolean
  setDialog: (dialog: TaskDialog) => void
  /** The options of the dialog that creates a task. */
  create: { title: string; jobId?: string | undefined; deadline: 'day' | 'moment' }
}

/** The dialogs over a list of tasks, and the side panel of the task in the address. */
export function TaskDialogs({ taskId, dialog, isBack, setDialog, create }: TaskDialogsProps) {
  const setSearch = useSetSearch<{ task?: string | undefined }>()
  const close = () => setDialog(null)
  return (
    <>
      {taskId && !isBack && (
        <TaskPanel
          id={taskId}
          onClose={() => setSearch({ task: '' })}
          onEdit={(task) => setDialog({ at: 'edit', task })}
          onDelete={(task) => setDialog({ at: 'delete', task })}
        />
      )}
      {dialog?.at === 'create' && <CreateTask {...create} onClose={close} />}
      {dialog?.at === 'edit' && <EditTask task={dialog.task} onClose={close} />}
      {dialog?.at === 'delete' && (
        <DeleteTask
          task={dialog.task}
          onClose={close}
          onDeleted={() => taskId === dialog.task.id && setSearch({ task: '' })}
        />
      )}
    </>
  )
}

interface DeleteTaskProps {
  task: Task
  onClose: () => void
  onDeleted: () => void
}

function DeleteTask({ task, onClose, onDeleted }: DeleteTaskProps) {
  return (
    <ConfirmWrite
      row={taskRoutes.remove}
      args={{ params: { id: task.id } }}
      title={`Delete ${task.name}?`}
      confirmLabel="Delete the task"
      success="Task deleted successfully"
      failure="Failed to delete task"
      onClose={onClose}
      onDone={() => {
        onClose()
        onDeleted()
      }}
    >
      Its comments and history will be deleted too. Photos stay with the job.
    </ConfirmWrite>
  )
}
