import { kindsFor } from '@plumbline/contract/notificationKinds.ts'
import { type Notification, notificationRoutes } from '@plumbline/contract/notifications.ts'
import { cx } from 'class-variance-authority'
import { Bell, CheckCheck } from 'lucide-react'
import { useId, useRef } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMe } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { useNow } from '../../ui/format.ts'
import { Select } from '../../ui/Input.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { NoMatch } from '../../ui/NoMatch.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useRowKeys } from '../../ui/useRowKeys.ts'
import { type NotificationFilter, notificationPages } from './api.ts'
import { byDay } from './days.ts'
import { kindLooks } from './kinds.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useUnread } from './unread.ts'

/** The current filter, and a function to change it. */
export interface Filtered {
  filter: NotificationFilter
  onFilter: (filter: NotificationFilter) => void
}

/** The controls of the filter: all or unread notifications, and their kind. */
export function NotificationTools({ filter, onFilter }: Filtered) {
  const { role } = useMe()
  const kinds = kindsFor(role)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Shown"
        options={[
          { value: '', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        value={filter.show ?? ''}
        onChange={(show) => onFilter({ ...filter, show: show || undefined })}
      />
      <Select
        aria-label="Kind"
        options={[
          { value: '', label: 'Everything' },
          ...kinds.map((value) => ({ value, label: kindLooks[value].label })),
        ]}
        value={filter.kind ?? ''}
        onChange={({ target }) =>
          onFilter({ ...filter, kind: kinds.find((kind) => kind === target.value) })
        }
        className="min-w-40 flex-1"
      />
    </div>
  )
}

/** Marks all notifications as read. Disabled while none is unread. */
export function MarkAll({ variant = 'quiet' }: { variant?: 'default' | 'quiet' }) {
  const { notifications: unread } = useUnread()
  const markAll = useWrite(notificationRoutes.markAll, {
    success: 'All notifications marked as read',
    failure: 'Failed to mark the notifications as read',
  })
  return (
    <Button
      variant={variant}
      size="sm"
      disabled={unread === 0}
      pending={markAll.isPending}
      onClick={() => markAll.mutate({})}
    >
      {!markAll.isPending && <CheckCheck aria-hidden />}
      Mark all as read
    </Button>
  )
}

interface NotificationListProps extends Filtered {
  /** The heading level of the days. */
  heading: 'h2' | 'h3'
  /** Called when a notification was pressed, which navigates to another screen. */
  onOpen?: () => void
}

/** The notifications by day, newest first. */
export function NotificationList({ filter, onFilter, heading, onOpen }: NotificationListProps) {
  const list = usePagedList(notificationPages(filter))
  const box = useRef<HTMLDivElement>(null)
  useRowKeys(box, { pressed: 'm' })
  return (
    <div ref={box} className="@container">
      <QueryList
        list={list}
        noun="notifications"
        skeleton={<NotificationsSkeleton />}
        noMatch={<NoneShown filter={filter} onFilter={onFilter} />}
        empty={null}
      >
        {(notifications, busy) => (
          <div aria-busy={busy} className={cx('flex flex-col gap-6', busy && 'opacity-60')}>
            <Days notifications={notifications} heading={heading} onOpen={onOpen} />
          </div>
        )}
      </QueryList>
    </div>
  )
}

interface DaysProps {
  notifications: readonly Notification[]
  heading: 'h2' | 'h3'
  onOpen: (() => void) | undefined
}

function Days({ notifications, heading: Heading, onOpen }: DaysProps) {
  const { timeZone } = useCompany()
  const now = useNow()
  const id = useId()
  return byDay(notifications, timeZone, now).map(({ title, notifications: ofDay }) => (
    <section key={title} aria-labelledby={`${id}-${title}`}>
      <Heading
        id={`${id}-${title}`}
        className="border-b border-line-strong pb-1.5 text-base font-bold"
      >
        {title}
      </Heading>
      <ul>
        {ofDay.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ))
}

/** Shown in place of an empty list. */
function NoneShown({ filter, onFilter }: Filtered) {
  if (filter.kind) {
    return (
      <NoMatch
        plain
        title="No notifications match these filters"
        onClear={() => onFilter({ show: undefined, kind: undefined })}
      />
    )
  }
  return filter.show ? (
    <EmptyState plain icon={Bell} title="Nothing unread" text="You have read everything." />
  ) : (
    <EmptyState
      plain
      icon={Bell}
      title="Nothing new"
      text="What others do on your jobs will be listed here"
    />
  )
}

/** Placeholders in the shape of the rows. */
function NotificationsSkeleton() {
  return (
    <Skeletons count={6}>
      <div className="flex gap-3 py-2.5">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-1.5 pt-0.5">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      </div>
    </Skeletons>
  )
}
