import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { MessageSquare } from 'lucide-react'
import { pagedQuery, query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from '../shell/commands.ts'
import { navOf } from '../shell/nav.ts'

/** The person's projects as conversations, the one with the newest message first. */
export const conversationsQuery = query(messageRoutes.conversations)

/** The messages of a project: the newest page first, each page oldest first. */
export const messagePages = (jobId: string) =>
  pagedQuery(messageRoutes.list, { params: { id: jobId } }, 50, 'before')

/** Whom the person can write to on a project, with the names of those who read it. */
export const readersQuery = (jobId: string) =>
  query(messageRoutes.readers, { params: { id: jobId } })

const MAX_JOBS = 4

/** The conversation of a project by its name; the screen too, for roles without it in their sidebar. */
export const messageCommands: CommandSource = {
  heading: 'Messages',
  from: 1,
  find: async (word, { me, company, client }) => {
    const screen: Command = {
      id: 'screen',
      label: 'Messages',
      icon: MessageSquare,
      href: paths.messages(),
    }
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    const ofJobs = jobs.slice(0, MAX_JOBS).map(({ id, name }) => ({
      id,
      label: `Messages about ${name}`,
      icon: MessageSquare,
      href: paths.messages({ jobId: id }),
    }))
    const inSidebar = navOf(me.role, company).some(({ path }) => path === screen.href)
    return !inSidebar && fits(screen.label, word) ? [screen, ...ofJobs] : ofJobs
  },
}
