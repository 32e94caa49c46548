import type { Conversation } from '@plumbline/contract/messages.ts'
import { cx } from 'class-variance-authority'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { useNow } from '../ui/zoned.ts'
import { messageTime } from './MessageLines.tsx'

interface ConversationListProps {
  conversations: readonly Conversation[]
  /** The project whose conversation is open. */
  jobId: string | undefined
}

/** The person's projects; bold and with a count where messages are unread. */
export function ConversationList({ conversations, jobId }: ConversationListProps) {
  return (
    <nav aria-label="Projects" className="min-h-0 overflow-y-auto">
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.jobId} className="border-b border-line last:border-b-0">
            <Row conversation={conversation} isOpen={conversation.jobId === jobId} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const me = useMe()
  const { timeZone } = useCompany()
  const now = useNow()
  const { jobId, jobName, lastMessage, unread } = conversation
  const isUnread = unread > 0 && !isOpen
  return (
    <Link
      href={paths.messages({ jobId })}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'flex min-h-16 flex-col justify-center gap-0.5 px-4 py-2.5 -outline-offset-2 transition-colors',
        isOpen ? 'bg-sunken' : 'hover:bg-sunken/60',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className={cx('min-w-0 flex-1 truncate', isUnread ? 'font-bold' : 'font-medium')}>
          {jobName}
        </span>
        {lastMessage && (
          <time dateTime={lastMessage.createdAt} className="figures shrink-0 text-xs text-ink-2">
            {messageTime(lastMessage.createdAt, now.getTime(), timeZone)}
          </time>
        )}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-2">
        <span className="min-w-0 flex-1 truncate">
          {lastMessage
            ? `${lastMessage.senderId === me.id ? 'You' : lastMessage.senderName}: ${lastMessage.content}`
            : 'No messages yet'}
        </span>
        {isUnread && (
          <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-info px-1.5 text-xs font-bold text-ground">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
    </Link>
  )
}
