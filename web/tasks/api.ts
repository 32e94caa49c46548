import { type TaskStatus, taskRoutes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { isId } from '@plumbline/contract/text.ts'
import { pagedQuery, query } from '../api/query.ts'

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

export type TaskChoice = 'all' | 'mine' | TaskStatus

/** What the Tasks page shows, as its address says it. */
export interface TaskWords {
  readonly show: TaskChoice
  readonly jobId?: string | undefined
  readonly search?: string | undefined
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
  return pagedQuery(taskRoutes.list, { query: { ...words, ...chosen, openFirst: 'true' } })
}

/** The counts of all tasks one may list, or of those of one job. */
export const taskTotals = ({ jobId }: Pick<TaskWords, 'jobId'>) =>
  query(taskRoutes.totals, { query: { jobId } })
