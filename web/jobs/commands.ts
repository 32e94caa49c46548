import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { Briefcase } from 'lucide-react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

/** Jobs by name or address. */
export const jobCommands: CommandSource = {
  heading: 'Jobs',
  from: 1,
  find: async (word, { client }) => {
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    return jobs.map(({ id, name, address }) => ({
      id,
      label: name,
      detail: address,
      icon: Briefcase,
      href: paths.job(id),
    }))
  },
}
