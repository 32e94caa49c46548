import type { Task } from '@plumbline/contract/tasks.ts'
import { lazy, Suspense } from 'react'
import { useWords } from '../shell/useWords.ts'
import { DeleteTask } from './DeleteTask.tsx'

const load = () => import('./TaskForm.tsx')
const CreateTask = lazy(async () => ({ default: (await load()).CreateTask }))
const EditTask = lazy(async () => ({ default: (await load()).EditTask }))
const TaskPanel = lazy(async () => ({ default: (await import('./TaskPanel.tsx')).TaskPanel }))

/** What is done to a task in a dialog. */
export type TaskDialog = { at: 'create' } | { at: 'edit' | 'delete'; task: Task } | null

interface TaskDialogsProps {
  dialog: TaskDialog
  setDialog: (dialog: TaskDialog) => void
  /** How a task is created here. */
  create: { title: string; jobId?: string | undefined; deadline: 'day' | 'moment' }
}

/** The dialogs over a list of tasks, and the conversation of the task that the address names. */
export function TaskDialogs({ dialog, setDialog, create }: TaskDialogsProps) {
  const [words, setWords] = useWords()
  const close = () => setDialog(null)
  return (
    <Suspense>
      {words.task && (
        <TaskPanel
          id={words.task}
          onClose={() => setWords({ task: '' })}
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
          onDeleted={() => words.task === dialog.task.id && setWords({ task: '' })}
        />
      )}
    </Suspense>
  )
}
