import { taskRoutes } from '@plumbline/contract/tasks.ts'
import type { z } from 'zod'
import { pagedQuery, query } from '../../api/query.ts'

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

export type TaskFilter = Pick<
  z.input<typeof taskRoutes.list.query>,
  'search' | 'jobId' | 'status' | 'mine' | 'overdue' | 'active' | 'sort'
>

/** The tasks of a filter in their order, by deadline where there is none: the completed ones last. */
export const taskQueryOf = (filter: TaskFilter) =>
  filter.sort ? filter : ({ ...filter, openFirst: 'true' } as const)

/** A table holds more rows than a list. */
const TABLE_PAGE = 200

/** The filtered tasks, page by page, as a list or as a table. */
export const taskPages = (filter: TaskFilter, view?: 'table') =>
  pagedQuery(taskRoutes.list, { query: taskQueryOf(filter) }, view && TABLE_PAGE)

/** How many tasks of a filter there are, in all and by status, in whatever order. */
export const taskTotals = ({ sort: _, ...filter }: TaskFilter) =>
  query(taskRoutes.totals, { query: filter })
