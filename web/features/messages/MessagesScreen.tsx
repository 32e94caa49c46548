import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { FolderOpen, MessageSquare } from 'lucide-react'
import { everyone, oneOf, screen, searchParams, text } from '../../screens/screen.ts'
import { EmptyState } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { conversationsQuery } from './api.ts'
import { Conversation } from './Conversation.tsx'
import { ConversationList } from './ConversationList.tsx'

export const Route = createFileRoute('/messages')({
  ...screen({ title: 'Messages', roles: everyone }),
  validateSearch: searchParams({ jobId: text, search: text, show: oneOf('all') }),
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
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

/** The person's projects next to the open conversation. A phone shows one or the other. */
function MessagesScreen() {
  const { jobId, search, show } = Route.useSearch()
  const conversations = useSuspenseQuery(conversationsQuery).data
  const open = conversations.find((one) => one.jobId === jobId)
  return (
    <>
      <div className={cx(jobId && 'max-sm:sr-only')}>
        <ScreenHeader title="Messages" />
      </div>
      <div
        className={cx(
          'overflow-hidden border-line bg-surface sm:-mb-10 sm:grid sm:h-[calc(100dvh-13.25rem-var(--view-bar))] sm:min-h-100 sm:short:h-[calc(100dvh-6.25rem-var(--view-bar))] sm:short:min-h-60 sm:grid-cols-[minmax(13rem,19rem)_minmax(0,1fr)] sm:rounded-m sm:border lg:mb-0',
          // On paper, it is as long as the conversation.
          'print:m-0! print:block! print:h-auto! print:overflow-visible! print:border-0!',
          jobId
            ? 'flex flex-col max-sm:-mx-4 max-sm:-mt-2 max-sm:-mb-42 max-sm:h-[calc(100dvh-3.25rem-var(--view-bar)-var(--bottom-bar))]'
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
            <ConversationList
              first={conversations}
              jobId={jobId}
              search={search}
              showsAll={show === 'all'}
            />
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
