import type { Conversation as ConversationSummary, Message } from '@plumbline/contract/messages.ts'
import { markFor } from '@plumbline/contract/readers.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { FolderOpen, MessageSquare } from 'lucide-react'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { everyone, screen, searchParams, text } from '../shell/screen.ts'
import { EmptyState } from '../ui/Card.tsx'
import { useNow } from '../ui/format.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Loading.tsx'
import { ReadersBadge } from '../ui/ReadersBadge.tsx'
import { conversationsQuery } from './api.ts'
import { Conversation } from './Conversation.tsx'
import { messageTime } from './MessageLines.tsx'
import { removedText } from './removal.ts'

export const Route = createFileRoute('/messages')({
  ...screen({ title: 'Messages', roles: everyone }),
  validateSearch: searchParams({ jobId: text }),
  // The routes of all screens are in what everybody loads first; the calls of this one are not.
  loader: async ({ context: { client } }) => {
    const { conversationsQuery } = await import('./api.ts')
    await client.query(conversationsQuery)
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Messages" />
      <Skeletons count={6} className="flex flex-col gap-3 sm:max-w-72">
        <Skeleton className="h-14 w-full" />
      </Skeletons>
    </>
  ),
  component: MessagesScreen,
})

/** The person's projects beside the open conversation; on a phone one or the other. */
function MessagesScreen() {
  const { jobId } = Route.useSearch()
  const conversations = useSuspenseQuery(conversationsQuery).data
  const open = conversations.find((one) => one.jobId === jobId)
  return (
    <>
      <div className={cx(jobId && 'max-sm:sr-only')}>
        <ScreenHeader title="Messages" />
      </div>
      <div
        className={cx(
          'overflow-hidden border-line bg-surface sm:-mb-10 sm:grid sm:h-[calc(100dvh-13.25rem-var(--view-bar))] sm:min-h-100 sm:grid-cols-[minmax(13rem,19rem)_minmax(0,1fr)] sm:rounded-m sm:border lg:mb-0',
          // On paper as long as the conversation.
          'print:m-0! print:block! print:h-auto! print:overflow-visible! print:border-0!',
          jobId
            ? 'flex flex-col max-sm:-mx-4 max-sm:-mt-5 max-sm:-mb-42 max-sm:h-[calc(100dvh-3.25rem-var(--view-bar)-var(--bottom-bar))]'
            : 'max-sm:rounded-m max-sm:border',
        )}
      >
        <div
          className={cx(
            'flex min-h-0 flex-col sm:border-r sm:border-line',
            jobId && 'no-print max-sm:hidden',
          )}
        >
          {conversations.length > 0 ? (
            <ConversationList conversations={conversations} jobId={jobId} />
          ) : (
            <EmptyState
              plain
              icon={FolderOpen}
              title="No projects"
              text="Projects you are on appear here"
            />
          )}
        </div>
        <div
          className={cx(
            'flex min-h-0 min-w-0 flex-1 flex-col print:block!',
            !jobId && 'max-sm:hidden',
          )}
        >
          {jobId ? (
            <Conversation
              key={jobId}
              jobId={jobId}
              jobName={open?.jobName}
              unread={open?.unread ?? 0}
            />
          ) : (
            <EmptyState plain icon={MessageSquare} title="Select a conversation" />
          )}
        </div>
      </div>
    </>
  )
}

interface ConversationListProps {
  conversations: readonly ConversationSummary[]
  /** The project whose conversation is open. */
  jobId: string | undefined
}

/** The person's projects; bold and with a count where messages are unread. */
function ConversationList({ conversations, jobId }: ConversationListProps) {
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

function previewOf(message: Message, meId: string): string {
  if (message.removedAt !== null) return removedText(message)
  return `${message.senderId === meId ? 'You' : message.senderName}: ${message.content}`
}

function Row({ conversation, isOpen }: { conversation: ConversationSummary; isOpen: boolean }) {
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
          {lastMessage ? previewOf(lastMessage, me.id) : 'No messages yet'}
        </span>
        {lastMessage && <ReadersBadge readers={markFor(me.role, lastMessage.audience)} />}
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
