import { createFileRoute } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { viewedId } from '../../api/viewAs.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { everyone, oneOf, screen, searchParams, useSetSearch } from '../../screens/screen.ts'
import { AccessDenied } from '../../screens/screenStates.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import type { NotificationFilter } from './api.ts'
import { MarkAll, NotificationList, NotificationTools } from './NotificationList.tsx'

const validateSearch = searchParams({
  show: oneOf('unread'),
  kind: oneOf(
    'message',
    'task',
    'schedule',
    'photo',
    'bid',
    'invoice',
    'invite',
    'overdue',
    'update',
  ),
})

export const Route = createFileRoute('/notifications')({
  ...screen({ title: 'Notifications', roles: everyone }),
  validateSearch,
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
  loader: async ({ context: { client }, location }) => {
    if (viewedId()) return
    const { notificationPages } = await import('./api.ts')
    const { show, kind } = validateSearch(location.search)
    await client.infiniteQuery(notificationPages({ show, kind }))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Notifications" />
      <RowsSkeleton count={6} />
    </>
  ),
  component: NotificationsScreen,
})

/** The notifications of the person, by day. */
function NotificationsScreen() {
  if (viewedId()) return <AccessDenied text="Notifications are not part of this view." />
  return <Notifications />
}

function Notifications() {
  const { show, kind } = Route.useSearch()
  const setSearch = useSetSearch<NotificationFilter>()
  const filtered = {
    filter: { show, kind },
    onFilter: (filter: NotificationFilter) => setSearch(filter),
  }
  return (
    <>
      <ScreenHeader
        title="Notifications"
        more={
          <Link
            href={paths.account({ tab: 'notifications' })}
            className={buttonVariants({ size: 'sm' })}
          >
            <Settings aria-hidden />
            Settings
          </Link>
        }
      >
        <MarkAll variant="default" />
      </ScreenHeader>
      <div className="no-print mb-4 max-w-120 sm:mb-6">
        <NotificationTools {...filtered} />
      </div>
      <NotificationList {...filtered} heading="h2" />
    </>
  )
}
