import { totalText } from '@plumbline/contract/countLimits.ts'
import { type Message, messageRoutes } from '@plumbline/contract/messages.ts'
import { reads } from '@plumbline/contract/readers.ts'
import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, isMissing } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { jobQuery } from '../../api/jobs.ts'
import { useMe } from '../../api/me.ts'
import { type ListPage, setKeepingStale } from '../../api/query.ts'
import { Typing } from '../../live/Typing.tsx'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { useIsShown } from '../../ui/useIsShown.ts'
import { unreadQuery } from '../notifications/unread.ts'
import { conversationsQuery, messagePages } from './api.ts'
import { Composer, useComposer, whoReads } from './Composer.tsx'
import { firstUnread, MessageLines } from './MessageLines.tsx'
import { WaitingMessages } from './WaitingMessages.tsx'

interface ConversationProps {
  jobId: string
  /** Undefined for a project that is not in the list. */
  jobName: string | undefined
  /** The number of unread messages. Only the value on the first render is used. */
  unread: number
}

/** A scrollable area must be reachable with the keyboard. */
const byKeyboard = { tabIndex: 0 }

/** The messages of all pages, oldest first. The newest page was loaded first. */
const oldestFirst = ({ pages }: InfiniteData<ListPage<Message>>) => ({
  messages: pages.toReversed().flatMap((page) => page.items),
  total: pages[0]?.total ?? 0,
})

/** Marks the messages as read on the server up to the newest one, once the tab is visible. */
function useRead(jobId: string, newest: string | undefined) {
  const client = useQueryClient()
  const isShown = useIsShown()
  useEffect(() => {
    if (!newest || !isShown) return
    const marked = call(messageRoutes.markRead, { params: { id: jobId } }).then(() => {
      const { queryKey } = conversationsQuery
      setKeepingStale(client, queryKey, () =>
        client.setQueryData(queryKey, (before) =>
          before?.map((one) => (one.jobId === jobId ? { ...one, unread: 0 } : one)),
        ),
      )
      return client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    })
    // After a failure, the next message or the next visit marks them as read.
    marked.catch(() => undefined)
  }, [client, jobId, newest, isShown])
}

/** The messages about a project, and the box to write one. */
export function Conversation({ jobId, jobName, unread: unreadNow }: ConversationProps) {
  const me = useMe()
  const [unread] = useState(unreadNow)
  const pages = useInfiniteQuery({ ...messagePages(jobId), select: oldestFirst })
  const messages = pages.data?.messages
  const job = useQuery({ ...jobQuery(jobId), enabled: jobName === undefined })
  const composer = useComposer(jobId)
  const name = jobName ?? job.data?.name
  useRead(jobId, messages?.at(-1)?.id)

  if (isMissing(pages.error)) return <JobNotFound />
  return (
    <section aria-label="Conversation" className="flex min-h-0 flex-1 flex-col print:block">
      <Head
        jobId={jobId}
        name={name}
        isPrintable={reads(me.role, 'crew') && messages !== undefined && messages.length > 0}
      />
      {/* Reversed: starts at the newest message and stays there when older ones are added. */}
      <div
        role="log"
        aria-label="Messages"
        {...byKeyboard}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 pb-3 -outline-offset-2 print:block print:overflow-visible print:px-0"
      >
        <WaitingMessages jobId={jobId} />
        <QueryList
          list={{ ...pages, data: messages }}
          noun="messages"
          skeleton={
            <Skeletons count={4} className="flex flex-col gap-3 odd:*:self-end">
              <Skeleton className="h-12 w-56" />
            </Skeletons>
          }
          empty={
            <EmptyState
              plain
              title="No messages yet"
              text={composer.choice && whoReads(composer.choice)}
            />
          }
        >
          {(shown) => (
            <div>
              {pages.hasNextPage && (
                <Earlier
                  shown={shown.length}
                  total={pages.data?.total ?? 0}
                  pending={pages.isFetchingNextPage}
                  onMore={() => void pages.fetchNextPage()}
                />
              )}
              <MessageLines messages={shown} newFrom={firstUnread(shown, unread, me.id)} />
            </div>
          )}
        </QueryList>
      </div>
      <Typing jobId={jobId} />
      <Composer composer={composer} jobName={name} />
    </section>
  )
}

function JobNotFound() {
  return (
    <EmptyState
      plain
      title="Job not found"
      action={
        <Link href={paths.messages()} className={buttonVariants()}>
          Back to Messages
        </Link>
      }
    />
  )
}

interface HeadProps {
  jobId: string
  name: string | undefined
  isPrintable: boolean
}

/**
 * The name of the project, the link back to the list on a phone, and the print and export buttons,
 * which are a menu where there is no room.
 */
function Head({ jobId, name, isPrintable }: HeadProps) {
  const { timeZone } = useCompany()
  return (
    <header className="@container">
      <div className="flex min-h-12 items-center gap-1 border-b border-line pr-4 pl-1 sm:pl-4 print:px-0">
        <Link
          href={paths.messages()}
          aria-label="Back to projects"
          className={buttonVariants({ variant: 'quiet', size: 'icon', className: 'sm:hidden' })}
        >
          <ArrowLeft aria-hidden />
        </Link>
        <h2 className="min-w-0 flex-1 truncate">{name ?? '…'}</h2>
        {name && isPrintable && (
          <MoreActions>
            <ListButtons
              fileName="messages"
              read={async () =>
                (await import('./printed.ts')).printedMessages(jobId, name, timeZone)
              }
            />
          </MoreActions>
        )}
        <Link href={paths.job(jobId)} className="action-link no-print text-sm">
          View job
        </Link>
      </div>
    </header>
  )
}

interface EarlierProps {
  shown: number
  total: number
  pending: boolean
  onMore: () => void
}

/** A button that loads earlier messages. On paper, the number of messages shown. */
function Earlier({ shown, total, pending, onMore }: EarlierProps) {
  return (
    <div className="mt-3 text-center">
      <Button size="sm" pending={pending} onClick={onMore}>
        Show earlier messages
      </Button>
      <p className="figures hidden print:block">
        Shown: {shown.toLocaleString('en-US')} of {totalText(total)} messages
      </p>
    </div>
  )
}
