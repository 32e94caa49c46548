import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { ListChecks } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'

/** Finds tasks by name, description, job or customer, for people who may list them. */
export const taskCommands: CommandSource = {
  heading: 'Tasks',
  minLength: 1,
  find: async (word, { may, client, alike }) => {
    if (!may('task.list')) return []
    const search = { search: word, openFirst: 'true', limit: '6', total: 'false', alike } as const
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
