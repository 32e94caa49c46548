import type { Message } from '@plumbline/contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { useNow } from '../../ui/format.ts'
import { Avatar, nameParts } from '../../ui/Person.tsx'
import { conversationsQuery } from '../messages/api.ts'
import { messageTime } from '../messages/MessageLines.tsx'
import { removedText } from '../messages/removal.ts'
import { useUnread } from '../notifications/unread.ts'
import { HomeSection } from './HomeSection.tsx'

const MAX_CONVERSATIONS = 3

/** Conversations with unread messages, newest first. */
export default function UnreadMessages() {
  const { data } = useQuery(conversationsQuery)
  const { messages } = useUnread()
  const unread = (data ?? []).flatMap(({ lastMessage, unread: count, ...job }) =>
    lastMessage && count > 0 ? [{ ...job, lastMessage }] : [],
  )
  return (
    <HomeSection
      title="Unread"
      count={messages}
      end={
        <Link href={paths.messages()} className="action-link">
          All messages
        </Link>
      }
    >
      {data && unread.length === 0 && <p className="py-3.5 text-ink-2">No unread messages</p>}
      <ul className="open-rows">
        {unread.slice(0, MAX_CONVERSATIONS).map((conversation) => (
          <Conversation key={conversation.jobId} {...conversation} />
        ))}
      </ul>
    </HomeSection>
  )
}

interface ConversationProps {
  jobId: string
  jobName: string
  lastMessage: Message
}

function Conversation({ jobId, jobName, lastMessage }: ConversationProps) {
  const me = useMe()
  const { timeZone } = useCompany()
  const now = useNow()
  const { senderId, senderName, content, createdAt, removedAt } = lastMessage
  return (
    <li className="open-row">
      <Link href={paths.messages({ jobId })} className="flex items-center gap-3 py-2">
        <Avatar person={nameParts(senderName)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 truncate font-medium">
              {senderId === me.id ? 'You' : senderName}
            </span>
            <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{jobName}</span>
            <time dateTime={createdAt} className="figures shrink-0 text-sm text-ink-2">
              {messageTime(createdAt, now.getTime(), timeZone)}
            </time>
          </span>
          <span className="block truncate">
            {removedAt === null ? content : removedText(lastMessage)}
          </span>
        </span>
      </Link>
    </li>
  )
}
