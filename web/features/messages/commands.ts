import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { searchText, wordsOf } from '@plumbline/contract/searchText.ts'
import { MessageSquare } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { type Command, type CommandSource, fits } from '../../screens/commands.ts'
import { navOf } from '../../screens/nav.ts'

const MAX_JOBS = 4

/** The part of a message that begins a few words before the first word that was typed. */
function excerptOf(content: string, typed: string): string {
  const text = content.replaceAll(/\s+/g, ' ')
  const at = searchText(text).indexOf(wordsOf(searchText(typed))[0] ?? '')
  const start = at > 40 ? text.indexOf(' ', at - 30) + 1 : 0
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 200)}`
}

/**
 * Finds conversations by the name of their project, messages by their words, and the screen for
 * roles without it in their sidebar.
 */
export const messageCommands: CommandSource = {
  heading: 'Messages',
  minLength: 1,
  find: async (word, { me, company, client, alike }) => {
    const screen: Command = {
      id: 'screen',
      label: 'Messages',
      icon: MessageSquare,
      href: paths.messages(),
    }
    const jobs = await client.query(
      query(jobRoutes.list, { query: { search: word, limit: '8', alike } }),
    )
    const jobConversations = jobs.slice(0, MAX_JOBS).map(({ id, name }) => ({
      id,
      label: `Messages about ${name}`,
      icon: MessageSquare,
      href: paths.messages({ jobId: id }),
    }))
    const found = await client.query(
      query(messageRoutes.found, { query: { search: word, limit: '4' } }),
    )
    const messages = found.map(({ id, jobId, jobName, senderName, content }) => ({
      id,
      label: excerptOf(content, word),
      detail: `${senderName} · ${jobName}`,
      icon: MessageSquare,
      href: paths.messages({ jobId }),
    }))
    const inSidebar = navOf(me.role, company).some(({ path }) => path === screen.href)
    const others = [...jobConversations, ...messages]
    return !inSidebar && fits(screen.label, word) ? [screen, ...others] : others
  },
}
