import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { MessageSquare } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { type Command, type CommandSource, fits } from '../../screens/commands.ts'
import { navOf } from '../../screens/nav.ts'

const MAX_JOBS = 4

/**
 * Finds conversations by the name of their project, and the screen for roles without it in their
 * sidebar.
 */
export const messageCommands: CommandSource = {
  heading: 'Messages',
  minLength: 1,
  find: async (word, { me, company, client }) => {
    const screen: Command = {
      id: 'screen',
      label: 'Messages',
      icon: MessageSquare,
      href: paths.messages(),
    }
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    const jobConversations = jobs.slice(0, MAX_JOBS).map(({ id, name }) => ({
      id,
      label: `Messages about ${name}`,
      icon: MessageSquare,
      href: paths.messages({ jobId: id }),
    }))
    const inSidebar = navOf(me.role, company).some(({ path }) => path === screen.href)
    return !inSidebar && fits(screen.label, word) ? [screen, ...jobConversations] : jobConversations
  },
}
