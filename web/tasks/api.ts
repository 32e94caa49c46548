import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type TaskStatus, taskRoutes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { isId } from '@plumbline/contract/text.ts'
import { pages, query } from '../api/query.ts'
import { subReads } from '../subcontractors/api.ts'

/** What a change of a task puts out of date; an assignee may be new on the job. */
export const taskReads = [
  taskRoutes.ofJob,
  taskRoutes.list,
  taskRoutes.totals,
  taskRoutes.one,
  taskRoutes.conversation,
  jobRoutes.subcontractors,
  ...subReads,
  dashboardRoutes.read,
]

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

export type TaskChoice = 'all' | 'mine' | TaskStatus

/** What the Tasks page shows, as its address says it. */
export interface TaskWords {
  readonly show: TaskChoice
  readonly jobId?: string
  readonly search?: string
}

/** The filter in an address; what is unknown is ignored. */
export function taskWords(words: Readonly<Record<string, unknown>>): TaskWords {
  const show = (['mine', ...taskStatuses] as const).find((known) => known === words.show) ?? 'all'
  const jobId = typeof words.jobId === 'string' && isId(words.jobId) ? words.jobId : ''
  const search = typeof words.search === 'string' ? words.search.trim() : ''
  return { show, ...(jobId && { jobId }), ...(search && { search }) }
}

/** The filtered tasks, page by page. */
export function taskPages({ show, ...words }: TaskWords) {
  const chosen = show === 'all' ? {} : show === 'mine' ? { mine: 'true' } : { status: show }
  // What is still to be done comes first, where both are shown.
  return pages(taskRoutes.list, { query: { ...words, ...chosen, openFirst: 'true' } })
}

/** The counts of all tasks one may list, or of those of one job. */
export const taskTotals = ({ jobId }: Pick<TaskWords, 'jobId'>) =>
  query(taskRoutes.totals, { query: { jobId } })
