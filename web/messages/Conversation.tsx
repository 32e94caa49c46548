import { messageRoutes } from '@plumbline/contract/messages.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { jobQuery } from '../jobs/api.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { conversationsQuery, messagePages } from './api.ts'
import { Composer } from './Composer.tsx'
import { firstUnread, MessageLines } from './MessageLines.tsx'
import { ConversationSkeleton } from './MessagesSkeleton.tsx'
import { Quiet } from './Quiet.tsx'

interface ConversationProps {
  jobId: string
  /** Undefined for a project that is not among the listed. */
  jobName: string | undefined
  /** How many messages were unread when it was opened. */
  unread: number
}

/** What scrolls has to be reached without a mouse. */
const byKeyboard = { tabIndex: 0 }

/** Notes that the person has seen the messages up to the newest on screen. */
function useRead(jobId: string, newest: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!newest) return
    const noted = call(messageRoutes.markRead, { params: { id: jobId } }).then(() =>
      client.setQueryData(conversationsQuery.queryKey, (before) =>
        before?.map((one) => (one.jobId === jobId ? { ...one, unread: 0 } : one)),
      ),
    )
    // What could not be noted now is noted the next time.
    noted.catch(() => undefined)
  }, [client, jobId, newest])
}

/** What was said about a project, and the place to say more. */
export function Conversation({ jobId, jobName, unread: unreadNow }: ConversationProps) {
  const me = useMe()
  const [unread] = useState(unreadNow)
  const list = useInfiniteQuery(messagePages(jobId))
  const job = useQuery({ ...jobQuery(jobId), enabled: jobName === undefined })
  const messages = list.data?.pages.toReversed().flatMap((page) => page.items) ?? []
  const newest = messages.at(-1)?.id
  useRead(jobId, newest)

  if (list.error instanceof ApiError && list.error.status === 404) {
    return (
      <Quiet
        title="Job not found"
        action={
          <Link href={paths.messages()} className={buttonVariants()}>
            Back to Messages
          </Link>
        }
      />
    )
  }
  return (
    <section aria-label="Conversation" className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center gap-1 border-b border-line pr-4 pl-1 sm:pl-4">
        <Link
          href={paths.messages()}
          aria-label="Back to the projects"
          className={buttonVariants({ variant: 'quiet', size: 'icon', className: 'sm:hidden' })}
        >
          <ArrowLeft aria-hidden />
        </Link>
        <h2 className="min-w-0 flex-1 truncate">{jobName ?? job.data?.name ?? '…'}</h2>
        <Link href={paths.job(jobId)} className="linkish text-sm">
          View job
        </Link>
      </header>
      {/* Reversed, so that it begins at the newest and stays there when older ones come in above. */}
      <div
        role="log"
        aria-label="Messages"
        {...byKeyboard}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 pb-3 -outline-offset-2"
      >
        {list.isPending ? (
          <ConversationSkeleton />
        ) : list.error && !list.data ? (
          <Alert>
            <p>The messages could not be loaded.</p>
            <Button
              size="sm"
              pending={list.isFetching}
              onClick={() => void list.refetch()}
              className="mt-2"
            >
              Try again
            </Button>
          </Alert>
        ) : messages.length === 0 ? (
          <Quiet title="No messages yet" text="What you write is read by everyone on the project" />
        ) : (
          <div>
            {list.hasNextPage && (
              <div className="mt-3 text-center">
                <Button
                  size="sm"
                  pending={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  Show earlier messages
                </Button>
              </div>
            )}
            <MessageLines messages={messages} newFrom={firstUnread(messages, unread, me.id)} />
          </div>
        )}
      </div>
      <Composer jobId={jobId} />
    </section>
  )
}
