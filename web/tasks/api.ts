import { taskRoutes } from '@plumbline/contract/tasks.ts'
import type { z } from 'zod'
import { pagedQuery, query } from '../api/query.ts'

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

export type TaskFilter = Pick<
  z.input<typeof taskRoutes.list.query>,
  'search' | 'jobId' | 'status' | 'mine' | 'overdue'
>

/** The filtered tasks, page by page, completed ones last. */
export const taskPages = (filter: TaskFilter) =>
  pagedQuery(taskRoutes.list, { query: { ...filter, openFirst: 'true' } })

/** The counts of all tasks the person may list, or of those of one job. */
export const taskTotals = (jobId: string | undefined) =>
  query(taskRoutes.totals, { query: { jobId } })
