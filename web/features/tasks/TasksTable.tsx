import { MAX_TASKS_CHANGED, type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleDot } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { openFirst } from '../../api/query.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { formatDeadline, plural, useNow } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { SubBadge } from '../../ui/Person.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { ChangeButton } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { AssignMenu } from './AssignMenu.tsx'
import { type TaskFilter, taskTotals } from './api.ts'
import { StepButton, useTaskStep } from './TaskStep.tsx'

const BulkChange = lazyPart(() => import('./BulkChange.tsx'))

/** The table of filtered tasks. Selected ones can be assigned and changed. */
function TasksTable(props: TableProps<Task, TaskFilter>) {
  const { timeZone } = useCompany()
  return (
    <ListTable
      {...props}
      label="Tasks"
      columns={useShownColumns(columns, props.columns)}
      nameOf={({ name }) => name}
      readAll={() => call(taskRoutes.list, { query: openFirst(props.filter) })}
      foot={<Counts filter={props.filter} />}
      actions={({ chosen, open }) => (
        <>
          <AssignMenu tasks={chosen} {...{ count: chosen.length, ...limit }} />
          <ChangeButton {...{ count: chosen.length, ...limit }} onClick={() => open('status')}>
            <CircleDot aria-hidden />
            Status
          </ChangeButton>
          <ChangeButton {...{ count: chosen.length, ...limit }} onClick={() => open('deadline')}>
            <CalendarClock aria-hidden />
            Deadline
          </ChangeButton>
        </>
      )}
      dialogs={{
        status: (tasks, onClose) => <BulkChange field="status" {...{ tasks, onClose }} />,
        deadline: (tasks, onClose) => <BulkChange field="deadline" {...{ tasks, onClose }} />,
      }}
      fileName="tasks"
      printoutOf={async (chosen) => {
        const { tasksPrintout } = await import('./printed.ts')
        const options = { title: 'Tasks', timeZone, showAssignee: true }
        return tasksPrintout(chosen, 'Selected tasks', options)
      }}
    />
  )
}

const limit = { most: MAX_TASKS_CHANGED, noun: 'tasks' }

const nameId = (task: Task) => `task-${task.id}`

/** The columns of the table of tasks. */
const columns: readonly Column<Task>[] = [
  {
    label: 'Task',
    width: 'minmax(10rem,2.4fr)',
    cell: (task) => <Name task={task} />,
  },
  {
    label: 'Job',
    key: 'job',
    width: 'minmax(7rem,1.6fr)',
    cell: ({ jobId, jobName }) => (
      <Link href={paths.job(jobId)} tabIndex={-1} className="block truncate hover:underline">
        {jobName}
      </Link>
    ),
  },
  {
    label: 'Assignee',
    key: 'assignee',
    width: 'minmax(7rem,1.2fr)',
    cell: ({ assigneeId, assigneeName }) =>
      assigneeId && assigneeName ? (
        <SubBadge id={assigneeId} name={assigneeName} />
      ) : (
        <span className="text-ink-3">Unassigned</span>
      ),
  },
  {
    label: 'Status',
    key: 'status',
    width: '6.5rem',
    sort: 'status',
    cell: ({ status }) => <StatusWord status={status} />,
  },
  {
    label: 'Deadline',
    key: 'deadline',
    width: '10rem',
    sort: 'deadline',
    cell: (task) => <Deadline task={task} />,
  },
  { label: 'Next step', key: 'step', width: '5.75rem', cell: (task) => <NextStep task={task} /> },
]

function Name({ task }: { task: Task }) {
  const setSearch = useSetSearch<{ task?: string }>()
  return (
    <button
      type="button"
      id={nameId(task)}
      tabIndex={-1}
      onClick={() => setSearch({ task: task.id })}
      className="block max-w-full truncate text-base font-medium hover:underline"
    >
      {task.name}
    </button>
  )
}

function Deadline({ task: { deadline, status } }: { task: Task }) {
  const { timeZone } = useCompany()
  const now = useNow()
  if (!deadline) return <span className="text-ink-3">None</span>
  const isLate = status !== 'completed' && Date.parse(deadline) < now.getTime()
  return (
    <span className={isLate ? 'font-medium text-bad' : 'text-ink-2'}>
      {formatDeadline(deadline, timeZone)}
      {isLate && <span className="block">Late</span>}
    </span>
  )
}

/**
 * The Start or Complete button, for the mouse. Keyboard users take the step in the panel that Enter
 * opens.
 */
function NextStep({ task }: { task: Task }) {
  return <StepButton step={useTaskStep(task)} nameId={nameId(task)} tabIndex={-1} />
}

/** The number of filtered tasks, in total and by status. */
function Counts({ filter }: { filter: TaskFilter }) {
  const { data } = useQuery({ ...taskTotals(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  const parts = [
    [data.inProgress, 'in_progress'],
    [data.pending, 'not_started'],
    [data.completed, 'completed'],
  ] as const
  return (
    <TableSums
      count={plural(data.total, 'task', 'tasks')}
      parts={parts.map(([count, status]) => [statusStyle(status).label.toLowerCase(), count])}
    />
  )
}

export default { Table: TasksTable, columns }
