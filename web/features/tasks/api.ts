import { taskRoutes } from '@plumbline/contract/tasks.ts'
import type { z } from 'zod'
import { openFirst, pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

/** The comments on a task and the changes to it. */
export const taskConversation = (id: string) => query(taskRoutes.conversation, { params: { id } })

export type TaskFilter = Pick<
  z.input<typeof taskRoutes.list.query>,
  'search' | 'jobId' | 'status' | 'mine' | 'overdue' | 'active' | 'sort'
>

/** The filtered tasks, page by page, as a list or as a table. */
export const taskPages = (filter: TaskFilter, view?: 'table') =>
  pagedQuery(taskRoutes.list, { query: openFirst(filter) }, view && TABLE_PAGE)

/** The number of filtered tasks, in total and by status, regardless of their order. */
export const taskTotals = ({ sort: _, ...filter }: TaskFilter) =>
  query(taskRoutes.totals, { query: filter })
