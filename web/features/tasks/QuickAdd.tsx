import { MAX_TASK_NAME, MAX_TASKS, taskRoutes } from '@plumbline/contract/tasks.ts'
import { type ClipboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { newKey } from '../../api/call.ts'
import { useTypedState } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { PersonField } from '../../pickers/pickerFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { type PastedTasks, pastedTasks } from './pastedTasks.ts'

/** Tasks that are being sent to the server. */
interface Addition {
  readonly key: string
  readonly names: readonly string[]
  readonly assigneeId: string | null
}

const noAdditions: readonly Addition[] = []

/**
 * Adds tasks to a job line by line. Enter adds one and waits for the next, and a pasted list
 * becomes one task per line.
 */
export default function QuickAdd({ jobId }: { jobId: string }) {
  const { control, getValues } = useForm({ defaultValues: { assigneeId: null as string | null } })
  // The people are loaded once the field is used.
  const [isUsed, setUsed] = useState(false)
  const [name, setName] = useTypedState('task to add', '')
  const [pasted, setPasted] = useTypedState<PastedTasks | null>('tasks to add', null)
  // After signing in again they are sent at once.
  const [additions, setAdditions] = useTypedState('tasks being added', noAdditions)

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const names = pasted?.names ?? [name.trim()].filter(Boolean)
    if (names.length === 0) return
    const added = { key: newKey(), names, assigneeId: getValues('assigneeId') }
    setAdditions((before) => [...before, added])
    setPasted(null)
    setName('')
  }
  const onPaste = (event: ClipboardEvent) => {
    const found = pastedTasks(event.clipboardData.getData('text'))
    if (found.names.length + found.tooLong < 2) return
    event.preventDefault()
    setPasted(found)
  }
  return (
    <div className="no-print mb-3">
      <form onSubmit={onSubmit} className="flex flex-wrap gap-2">
        <Input
          aria-label="Add a task"
          placeholder="Add a task, or paste a list"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={MAX_TASK_NAME}
          value={name}
          onFocus={() => setUsed(true)}
          onChange={(event) => setName(event.target.value)}
          onPaste={onPaste}
          onKeyDown={(event) => event.key === 'Escape' && setPasted(null)}
          className="flex-1 max-sm:min-w-full"
        />
        {isUsed && (
          <>
            <PersonField
              control={control}
              name="assigneeId"
              label="Assign to"
              hideLabel
              jobId={jobId}
              roles={['subcontractor', 'admin']}
              nobody="Unassigned"
              className="w-48 max-sm:flex-1"
            />
            <Button type="submit" disabled={(pasted?.names.length ?? name.trim().length) === 0}>
              {pasted ? `Add ${plural(pasted.names.length, 'task', 'tasks')}` : 'Add'}
            </Button>
          </>
        )}
        {pasted && <Button onClick={() => setPasted(null)}>Cancel</Button>}
      </form>
      <div role="status">{pasted && <PastedList pasted={pasted} />}</div>
      {additions.length > 0 && (
        <Panel className="mt-2">
          <ul aria-label="Being added">
            {additions.map((addition) => (
              <AddedTasks
                key={addition.key}
                jobId={jobId}
                addition={addition}
                onDone={() => setAdditions((all) => all.filter(({ key }) => key !== addition.key))}
              />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** A preview of the tasks in a pasted list. */
function PastedList({ pasted: { names, tooLong, tooMany } }: { pasted: PastedTasks }) {
  return (
    <div className="mt-2 text-sm">
      <p className="font-medium">{plural(names.length, 'task', 'tasks')}</p>
      {tooLong > 0 && (
        <p className="text-bad">
          {plural(tooLong, 'line', 'lines')} left out: longer than {MAX_TASK_NAME} characters
        </p>
      )}
      {tooMany > 0 && (
        <p className="text-bad">
          {plural(tooMany, 'line', 'lines')} left out: at most {MAX_TASKS} tasks at once
        </p>
      )}
      <p className="mt-1 max-h-52 overflow-y-auto whitespace-pre-line text-ink-2">
        {names.join('\n')}
      </p>
    </div>
  )
}

interface AddedTasksProps {
  jobId: string
  addition: Addition
  /** Called when the tasks are in the list of the job, or were discarded. */
  onDone: () => void
}

/** Tasks that are shown before the server has answered. After a failure they can be sent again. */
function AddedTasks({ jobId, addition: { names, assigneeId }, onDone }: AddedTasksProps) {
  const create = useWrite(taskRoutes.createSeveral, {
    success: ({ tasks, addedToJob }) => {
      const [first] = tasks
      return {
        title: 'Success',
        description:
          tasks.length === 1
            ? 'Task created successfully'
            : `${tasks.length} tasks created successfully`,
        ...(addedToJob && { note: `${first?.assigneeName} was added to ${first?.jobName}.` }),
      }
    },
    failure: names.length === 1 ? 'Failed to create task' : 'Failed to create the tasks',
    queue: `tasks added to ${jobId}`,
  })
  const isSent = useRef(false)
  const send = () =>
    create.mutate(
      { body: { jobId, tasks: names.map((name) => ({ name })), assigneeId } },
      { onSuccess: onDone },
    )
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    send()
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-ink-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        {names[0]}
        {names.length > 1 && ` and ${names.length - 1} more`}
      </span>
      {create.isError ? (
        <>
          <span className="text-sm text-bad">{create.problem ?? 'Not added'}</span>
          <Button size="sm" onClick={send}>
            Try again
          </Button>
          <Button size="sm" variant="quiet" onClick={onDone}>
            Remove
          </Button>
        </>
      ) : (
        <span className="text-sm">Adding…</span>
      )}
    </li>
  )
}
