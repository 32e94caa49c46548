import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { Briefcase } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { customerNameOf } from './api.ts'

/** Finds jobs by name, address, customer or phone number. */
export const jobCommands: CommandSource = {
  heading: 'Jobs',
  minLength: 1,
  find: async (word, { client, alike }) => {
    const search = { search: word, limit: '8', total: 'false', alike } as const
    const jobs = await client.query(query(jobRoutes.list, { query: search }))
    return jobs.map((job) => ({
      id: job.id,
      label: job.name,
      detail: [customerNameOf(job), job.address].filter(Boolean).join(', '),
      icon: Briefcase,
      href: paths.job(job.id),
    }))
  },
}
