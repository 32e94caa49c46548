import {
  MAX_CONVERSATIONS,
  type Message,
  type Conversation as Summary,
} from '@plumbline/contract/messages.ts'
import { markFor } from '@plumbline/contract/readers.ts'
import { cx } from 'class-variance-authority'
import { useCompany } from '../../api/company.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { conversationPages } from './api.ts'
import { messageTime } from './MessageLines.tsx'
import { removedText } from './removal.ts'

/** The search params of the list. */
interface ListParams {
  readonly search?: string
  readonly show?: 'all'
}

interface ConversationListProps {
  /** The first conversations, at most {@link MAX_CONVERSATIONS}. */
  first: readonly Summary[]
  /** The project whose conversation is open. */
  jobId: string | undefined
  search: string | undefined
  /** Whether the other conversations are listed below the first ones. */
  showsAll: boolean
}

/**
 * The person's projects: the first ones and on request all others, or the matches of the search.
 */
export function ConversationList({ first, jobId, search, showsAll }: ConversationListProps) {
  const setSearch = useSetSearch()
  const params = { ...(search && { search }), ...(showsAll && { show: 'all' as const }) }
  const hasMore = first.length === MAX_CONVERSATIONS
  const rows = { jobId, params }
  return (
    <>
      {(hasMore || search) && (
        <div className="border-b border-line p-2">
          <SearchBox
            label="Search conversations"
            placeholder="Project, customer or phone"
            value={search}
          />
        </div>
      )}
      <nav aria-label="Projects" className="min-h-0 overflow-y-auto">
        {search ? (
          <Others key={search} search={search} without={[]} {...rows} />
        ) : (
          <>
            <Rows conversations={first} {...rows} />
            {showsAll ? (
              <Others search={undefined} without={first} {...rows} />
            ) : (
              hasMore && (
                <div className="border-t border-line p-2">
                  <Button
                    variant="quiet"
                    className="w-full"
                    onClick={() => setSearch({ show: 'all' })}
                  >
                    More conversations
                  </Button>
                </div>
              )
            )}
          </>
        )}
      </nav>
    </>
  )
}

interface RowsProps {
  jobId: string | undefined
  params: ListParams
}

/** All matching projects, page by page, except those that are already listed. */
function Others({
  search,
  without,
  ...rows
}: RowsProps & { search: string | undefined; without: readonly Summary[] }) {
  const list = usePagedList(conversationPages(search))
  const listed = new Set(without.map(({ jobId }) => jobId))
  return (
    <QueryList
      list={list}
      noun="conversations"
      skeleton={<Skeleton className="m-3 h-14" />}
      empty={<p className="px-4 py-6 text-ink-2">No conversations match your search</p>}
    >
      {(all) => <Rows conversations={all.filter((one) => !listed.has(one.jobId))} {...rows} />}
    </QueryList>
  )
}

function Rows({ conversations, jobId, params }: RowsProps & { conversations: readonly Summary[] }) {
  return (
    <ul>
      {conversations.map((conversation) => (
        <li key={conversation.jobId} className="border-b border-line last:border-b-0">
          <Row conversation={conversation} isOpen={conversation.jobId === jobId} params={params} />
        </li>
      ))}
    </ul>
  )
}

function previewOf(message: Message, meId: string): string {
  if (message.removedAt !== null) return removedText(message)
  return `${message.senderId === meId ? 'You' : message.senderName}: ${message.content}`
}

interface RowProps {
  conversation: Summary
  isOpen: boolean
  /** The search params that are preserved when the conversation is opened. */
  params: ListParams
}

function Row({ conversation, isOpen, params }: RowProps) {
  const me = useMe()
  const { timeZone } = useCompany()
  const now = useNow()
  const { jobId, jobName, lastMessage, unread } = conversation
  const isUnread = unread > 0 && !isOpen
  return (
    <Link
      href={paths.messages({ jobId, ...params })}
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
