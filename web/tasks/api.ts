import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { ListChecks } from 'lucide-react'
import type { z } from 'zod'
import { pagedQuery, query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

/** The tasks of a job. */
export const jobTasks = (jobId: string) => query(taskRoutes.ofJob, { params: { id: jobId } })

/** One task. */
export const taskQuery = (id: string) => query(taskRoutes.one, { params: { id } })

export type TaskFilter = Pick<
  z.input<typeof taskRoutes.list.query>,
  'search' | 'jobId' | 'status' | 'mine'
>

/** The filtered tasks, page by page, completed ones last. */
export const taskPages = (filter: TaskFilter) =>
  pagedQuery(taskRoutes.list, { query: { ...filter, openFirst: 'true' } })

/** The counts of all tasks the person may list, or of those of one job. */
export const taskTotals = (jobId: string | undefined) =>
  query(taskRoutes.totals, { query: { jobId } })

/** Tasks by name, description, job or customer; for those who may list them. */
export const taskCommands: CommandSource = {
  heading: 'Tasks',
  from: 1,
  find: async (word, { may, client }) => {
    if (!may('task.list')) return []
    const search = { search: word, openFirst: 'true', limit: '6' } as const
    const tasks = await client.query(query(taskRoutes.list, { query: search }))
    return tasks.map(({ id, name, jobName }) => ({
      id,
      label: name,
      detail: jobName,
      icon: ListChecks,
      href: paths.tasks({ task: id }),
    }))
  },
}
