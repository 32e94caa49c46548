import { type Task, taskRoutes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { call } from '../../api/call.ts'
import { openFirst } from '../../api/query.ts'
import { describeFilter, type PrintColumn, type Printout, printout } from '../../print/printout.ts'
import { formatDeadline, wallClock } from '../../ui/format.ts'
import { statusStyle } from '../../ui/status.ts'
import type { TaskFilter } from './api.ts'

interface Options {
  readonly title: string
  readonly timeZone: string
  /** Whether to include the assignee. False when every task is the person's own. */
  readonly showAssignee: boolean
}

/** Loads the filtered tasks and returns their printout, with their counts by status. */
export async function printedTasks(filter: TaskFilter, options: Options): Promise<Printout> {
  const rows = await call(taskRoutes.list, { query: openFirst(filter) })
  const filterText = describeFilter('All tasks', [
    // All rows belong to this job.
    ['Job', filter.jobId && rows[0]?.jobName],
    ['Show', filter.mine === 'true' ? 'My Tasks' : undefined],
    ['Status', filter.status && statusStyle(filter.status).label],
    ['Open', filter.active && 'Yes'],
    ['Overdue', filter.overdue && 'Yes'],
    ['Search', filter.search],
  ])
  return tasksPrintout(rows, filterText, options)
}

/** The printout of tasks. `filter` is a description of the filter. */
export function tasksPrintout(
  rows: readonly Task[],
  filter: string,
  { title, timeZone, showAssignee }: Options,
): Printout {
  const assignee: PrintColumn<Task> = {
    label: 'Assigned To',
    text: ({ assigneeName }) => assigneeName ?? 'Unassigned',
    plain: ({ assigneeName }) => assigneeName ?? '',
  }
  const count = (status: Task['status']) =>
    `${statusStyle(status).label}: ${rows.filter((task) => task.status === status).length}`
  return printout({
    title,
    filter,
    noun: ['task', 'tasks'],
    columns: [
      { label: 'Task', share: 1.6, text: ({ name }) => name },
      { label: 'Job', share: 1.3, text: ({ jobName }) => jobName },
      ...(showAssignee ? [assignee] : []),
      { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
      {
        label: 'Deadline',
        kind: 'short',
        text: ({ deadline }) => (deadline ? formatDeadline(deadline, timeZone) : ''),
        plain: ({ deadline }) => (deadline ? wallClock(deadline, timeZone).replace('T', ' ') : ''),
      },
    ],
    rows,
    sums: [taskStatuses.map(count).join(' · ')],
  })
}
