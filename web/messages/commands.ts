import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { MessageSquare } from 'lucide-react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from '../shell/commands.ts'

const MOST = 4

/** The conversation of a project by its name; for clients, who have no such line in the sidebar, the screen too. */
export const messageCommands: CommandSource = {
  heading: 'Messages',
  from: 1,
  find: async (word, { me, client }) => {
    const screen: Command = {
      id: 'screen',
      label: 'Messages',
      icon: MessageSquare,
      href: paths.messages(),
    }
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    const ofJobs = jobs.slice(0, MOST).map(({ id, name }) => ({
      id,
      label: `Messages about ${name}`,
      icon: MessageSquare,
      href: paths.messages({ jobId: id }),
    }))
    return me.role === 'client' && fits(screen.label, word) ? [screen, ...ofJobs] : ofJobs
  },
}
