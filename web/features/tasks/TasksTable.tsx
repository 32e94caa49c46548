import { MAX_TASKS_CHANGED, type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { ExportSelected } from '../../print/ExportSelected.tsx'
import { Link } from '../../screens/Link.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { TableColumns } from '../../screens/TableColumns.tsx'
import { useTableSelection } from '../../screens/useTableSelection.ts'
import { formatDeadline, plural, useNow } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { SubBadge } from '../../ui/Person.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { shownColumns, useRoom } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ChangeButton, SelectionBar } from '../../ui/table/SelectionBar.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { AssignMenu } from './AssignMenu.tsx'
import { type TaskFilter, taskQueryOf, taskTotals } from './api.ts'
import { parseOrder } from './filter.ts'
import { StepButton, useTaskStep } from './TaskStep.tsx'

const BulkChange = lazyPart(() => import('./BulkChange.tsx'))

interface TasksTableProps {
  filter: TaskFilter
  /** The keys of the chosen columns, or undefined for the default ones. */
  columns: string | undefined
  /** The loaded tasks, in the order of the filter. */
  tasks: readonly Task[]
  total: number
  busy: boolean
  /** Called with whether any tasks are selected, in which case the selection bar is shown. */
  onChoosing: (isChoosing: boolean) => void
}

/**
 * The filtered tasks as a table with sorting, counts, selection, bulk changes and export. For
 * admins on a wide screen.
 */
export default function TasksTable({
  filter,
  columns: keys,
  tasks,
  total,
  busy,
  onChoosing,
}: TasksTableProps) {
  const { timeZone } = useCompany()
  const setSearch = useSetSearch<{ sort?: string; task?: string }>()
  const [changing, setChanging] = useState<'status' | 'deadline' | null>(null)
  const choice = useTableSelection({
    rows: tasks,
    total,
    readAll: () => call(taskRoutes.list, { query: taskQueryOf(filter) }),
    onChoosing,
  })
  const chosen = choice.selection.rows
  const change = { count: chosen.length, most: MAX_TASKS_CHANGED, noun: 'tasks' }
  return (
    <>
      <DataTable
        label="Tasks"
        columns={shownColumns(columns, keys, useRoom())}
        rows={tasks}
        total={total}
        nameOf={({ name }) => name}
        sorting={filter.sort}
        onSort={(sort) => setSearch({ sort: parseOrder(sort) ?? '' })}
        onOpen={({ id }) => setSearch({ task: id })}
        selection={choice.selection}
        onSelectAll={choice.onSelectAll}
        busy={busy || choice.isReadingAll}
        foot={<Counts filter={filter} />}
      />
      {choice.isChoosing && (
        <SelectionBar count={chosen.length} onClear={choice.selection.clear}>
          <AssignMenu tasks={chosen} {...change} />
          <ChangeButton {...change} onClick={() => setChanging('status')}>
            <CircleDot aria-hidden />
            Status
          </ChangeButton>
          <ChangeButton {...change} onClick={() => setChanging('deadline')}>
            <CalendarClock aria-hidden />
            Deadline
          </ChangeButton>
          <ExportSelected
            fileName="tasks"
            read={async () => {
              const { tasksPrintout } = await import('./printed.ts')
              const options = { title: 'Tasks', timeZone, showAssignee: true }
              return tasksPrintout(chosen, 'Selected tasks', options)
            }}
          />
        </SelectionBar>
      )}
      {changing && choice.isChoosing && (
        <BulkChange field={changing} tasks={chosen} onClose={() => setChanging(null)} />
      )}
    </>
  )
}

/** Chooses the columns of the tasks table. */
export function TaskColumns({ columns: chosen }: Pick<TasksTableProps, 'columns'>) {
  return <TableColumns columns={columns} chosen={chosen} />
}

const nameId = (task: Task) => `task-${task.id}`

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
    <>
      <b className="font-medium">{plural(data.total, 'task', 'tasks')}</b>
      <span className="text-ink-2">
        {parts
          .filter(([count]) => count > 0)
          .map(
            ([count, status]) =>
              `${count.toLocaleString('en-US')} ${statusStyle(status).label.toLowerCase()}`,
          )
          .join(', ')}
      </span>
    </>
  )
}
