import { type Message, messageRoutes } from '@plumbline/contract/messages.ts'
import { call } from '../../api/call.ts'
import { type PrintColumn, type Printout, printout } from '../../print/printout.ts'
import { formatMoment, wallClock } from '../../ui/format.ts'
import { titleCase } from '../../ui/status.ts'
import { removedText } from './removal.ts'

/**
 * Loads the messages of a job that the person may read and returns their printout: oldest first,
 * with a column for readers if any message is not for everyone.
 */
export async function printedMessages(
  jobId: string,
  jobName: string,
  timeZone: string,
): Promise<Printout> {
  const rows = await call(messageRoutes.list, { params: { id: jobId } })
  const readers: PrintColumn<Message> = {
    label: 'Readers',
    kind: 'short',
    text: ({ audience }) => (audience === 'all' ? 'Everyone' : titleCase(audience)),
  }
  return printout({
    title: 'Messages',
    filter: `Job: ${jobName}`,
    noun: ['message', 'messages'],
    columns: [
      {
        label: 'Time',
        kind: 'short',
        text: ({ createdAt }) => formatMoment(createdAt, timeZone),
        plain: ({ createdAt }) => wallClock(createdAt, timeZone).replace('T', ' '),
      },
      { label: 'From', text: ({ senderName }) => senderName },
      {
        label: 'Message',
        share: 3.5,
        text: (message) => (message.removedAt === null ? message.content : removedText(message)),
      },
      ...(rows.some(({ audience }) => audience !== 'all') ? [readers] : []),
    ],
    rows,
  })
}
