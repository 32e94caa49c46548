import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationPath, notificationText } from '@plumbline/contract/notificationTexts.ts'
import { cx } from 'class-variance-authority'
import { BellOff, Check, Circle } from 'lucide-react'
import { useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusMark } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { kindLooks } from './kinds.ts'
import { useMark } from './useMark.ts'
import { useMute } from './useMute.ts'

interface NotificationRowProps {
  notification: Notification
  /** Called when the notification was pressed, which navigates to another screen. */
  onOpen?: (() => void) | undefined
}

/** One row of the list. All of it links to what the notification is about, and marks it as read. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { timeZone } = useCompany()
  const mark = useMark()
  const textId = useId()
  const { kind, jobId, jobName, read, updatedAt } = notification
  const { icon: Icon } = kindLooks[kind]
  const open = () => {
    mark(notification, true)
    onOpen?.()
  }
  const today = useToday()
  return (
    <li className="group relative -mx-2.5 flex items-start gap-3 rounded-s px-2.5 py-2.5 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] hover:bg-sunken has-[a:focus-visible]:bg-sunken not-first:before:absolute not-first:before:inset-x-2.5 not-first:before:top-0 not-first:before:border-t not-first:before:border-line">
      <span
        aria-hidden
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full',
          kind === 'overdue' ? 'bg-warn-soft text-warn' : 'bg-neutral-soft text-neutral',
        )}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 @2xl:grid @2xl:min-h-8 @2xl:grid-cols-[minmax(0,1fr)_4.5rem_minmax(0,15rem)_4.5rem] @2xl:items-center @2xl:gap-x-4">
        <Link
          href={notificationPath(notification)}
          data-row
          aria-describedby={`${textId}-about`}
          onClick={open}
          className={cx(
            'block wrap-anywhere after:absolute after:inset-0 after:rounded-s',
            !read && 'font-medium',
          )}
        >
          <span id={textId}>{notificationText(notification, today)}</span>
        </Link>
        <p
          id={`${textId}-about`}
          className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2.5 text-sm text-ink-2 @2xl:contents"
        >
          {!read && (
            <span className="flex shrink-0 items-center gap-1 font-medium text-info @2xl:col-start-2">
              <StatusMark mark="dot" />
              Unread
            </span>
          )}
          <time
            dateTime={updatedAt}
            className="figures shrink-0 @2xl:col-start-4 @2xl:row-start-1 @2xl:text-right"
          >
            {formatTime(updatedAt, timeZone)}
          </time>
          {jobName && (
            <span className="max-w-full min-w-0 truncate @2xl:col-start-3 @2xl:row-start-1">
              {jobName}
            </span>
          )}
        </p>
      </div>
      <div className="absolute top-1.5 right-1.5 z-10 flex shrink-0 justify-end rounded-s bg-sunken opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 @2xl:relative @2xl:inset-auto @2xl:min-w-16 @2xl:bg-transparent touch:relative touch:inset-auto touch:-my-1 touch:-mr-2.5 touch:self-center touch:bg-transparent touch:opacity-100 touch:@2xl:min-w-22">
        <Tooltip text={read ? 'Mark as unread' : 'Mark as read'}>
          <Button
            variant="quiet"
            size="icon"
            data-key
            aria-label={read ? 'Mark as unread' : 'Mark as read'}
            aria-describedby={textId}
            onClick={() => mark(notification, !read)}
          >
            {read ? <Circle aria-hidden /> : <Check aria-hidden />}
          </Button>
        </Tooltip>
        {jobId && jobName && <MuteButton job={{ id: jobId, name: jobName }} textId={textId} />}
      </div>
    </li>
  )
}

function MuteButton({ job, textId }: { job: { id: string; name: string }; textId: string }) {
  const { mute } = useMute(job)
  return (
    <Tooltip text="Mute this job">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Mute this job"
        aria-describedby={textId}
        pending={mute.isPending}
        onClick={() => mute.mutate({ params: { id: job.id } })}
      >
        {!mute.isPending && <BellOff aria-hidden />}
      </Button>
    </Tooltip>
  )
}
