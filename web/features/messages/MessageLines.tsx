import { dayIn, tickDay, weekdayName } from '@plumbline/contract/dates.ts'
import { type Message, messageRoutes } from '@plumbline/contract/messages.ts'
import { CREW_ID } from '@plumbline/contract/people.ts'
import { markFor } from '@plumbline/contract/readers.ts'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import { cx } from 'class-variance-authority'
import { Fragment, useId, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMe } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { useToday } from '../../screens/days.ts'
import { dayHeading } from '../../ui/dayHeading.ts'
import { formatMoment, formatTime, useNow } from '../../ui/format.ts'
import { Avatar, subStyle } from '../../ui/Person.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { titleCase } from '../../ui/status.ts'
import { removedText, useRemovable } from './removal.ts'

/**
 * The time of a message: time of day when under 24 h ago, weekday when under 168 h ago, otherwise
 * month and day.
 */
export function messageTime(iso: string, now: number, timeZone: string): string {
  const hours = (now - Date.parse(iso)) / HOUR_MS
  if (hours < 24) return formatTime(iso, timeZone)
  const day = dayIn(timeZone, new Date(iso))
  return hours < 168 ? weekdayName(day) : tickDay(day)
}

/**
 * The id of the first unread message. Unread messages are the last `unread` ones that others wrote
 * and that were not removed. Undefined when there are more of them than were loaded.
 */
export function firstUnread(
  messages: readonly Message[],
  unread: number,
  meId: string,
): string | undefined {
  const fromOthers = messages.filter(
    ({ senderId, removedAt }) => senderId !== meId && removedAt === null,
  )
  return unread > 0 ? fromOthers.at(-unread)?.id : undefined
}

/** Groups messages by day in the time zone of the company. */
function byDay(messages: readonly Message[], timeZone: string) {
  const days: { day: string; messages: Message[] }[] = []
  for (const message of messages) {
    const day = dayIn(timeZone, new Date(message.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

interface MessageLinesProps {
  messages: readonly Message[]
  newFrom: string | undefined
}

/**
 * Messages by day, oldest first. Own messages are on the right, others have the name and role of
 * their author.
 */
export function MessageLines({ messages, newFrom }: MessageLinesProps) {
  const { timeZone } = useCompany()
  const today = useToday()
  const [removing, setRemoving] = useState<Message | null>(null)
  return (
    <>
      {byDay(messages, timeZone).map((one) => (
        <section key={one.day}>
          <h3 className="figures mt-5 flex items-center gap-3 text-xs font-medium text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {dayHeading(one.day, today)}
          </h3>
          <Day messages={one.messages} newFrom={newFrom} onRemove={setRemoving} />
        </section>
      ))}
      {removing && <RemoveMessage message={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

interface DayProps extends MessageLinesProps {
  onRemove: (message: Message) => void
}

/** The messages of one day. */
function Day({ messages, newFrom, onRemove }: DayProps) {
  const me = useMe()
  return (
    <ol className="flex flex-col">
      {messages.map((message, index) => {
        const follows = messages[index - 1]?.senderId === message.senderId && message.id !== newFrom
        return (
          <Fragment key={message.id}>
            {message.id === newFrom && (
              <li className="mt-4 flex items-center gap-3 text-xs font-medium text-info before:h-px before:flex-1 before:bg-info/40 after:h-px after:flex-1 after:bg-info/40">
                New
              </li>
            )}
            <Line
              message={message}
              isOwn={message.senderId === me.id}
              follows={follows}
              onRemove={() => onRemove(message)}
            />
          </Fragment>
        )
      })}
    </ol>
  )
}

interface LineProps {
  message: Message
  isOwn: boolean
  /** Whether it follows another message of the same author, so that the name is not repeated. */
  follows: boolean
  onRemove: () => void
}

/** One message, or the note that it was removed. */
function Line({ message, isOwn, follows, onRemove }: LineProps) {
  const { timeZone } = useCompany()
  const { role } = useMe()
  const now = useNow()
  const textId = useId()
  const isRemovable = useRemovable(message)
  const isRemoved = message.removedAt !== null
  return (
    <li
      data-own={isOwn || undefined}
      className={cx(
        'group flex max-w-[min(85%,36rem)] flex-col',
        isOwn ? 'items-end self-end' : 'relative items-start pl-10',
        follows ? 'mt-1' : 'mt-4',
      )}
    >
      <span
        className={cx(
          'mb-0.5 flex max-w-full gap-1.5 text-xs text-ink-2',
          (isOwn || follows) && 'sr-only',
        )}
      >
        <span className="truncate font-medium">{isOwn ? 'You' : message.senderName}</span>
        {!isOwn && message.senderId !== CREW_ID && (
          <span className="shrink-0">{titleCase(message.senderRole)}</span>
        )}
      </span>
      {!isOwn && !follows && <SenderAvatar {...message} />}
      <div
        className={cx(
          'max-w-full rounded-m border px-3 py-1.5',
          isRemoved && 'border-dashed border-line-strong text-ink-2',
          !isRemoved && (isOwn ? 'border-info/30 bg-info-soft' : 'border-line bg-surface'),
        )}
      >
        <p id={textId} className="wrap-anywhere whitespace-pre-wrap">
          {isRemoved ? removedText(message) : message.content}
        </p>
      </div>
      <div className="mt-1 flex items-center gap-2 text-xs text-ink-2">
        <ReadersBadge readers={markFor(role, message.audience)} />
        <time
          dateTime={message.createdAt}
          title={formatMoment(message.createdAt, timeZone)}
          className="figures"
        >
          {messageTime(message.createdAt, now.getTime(), timeZone)}
        </time>
        {isRemovable && (
          <button
            type="button"
            aria-label="Remove message"
            aria-describedby={textId}
            onClick={onRemove}
            className={cx(
              'no-print opacity-0 transition-opacity group-hover:opacity-100 hover:text-ink hover:underline focus-visible:opacity-100 touch:-my-3.5 touch:min-h-11 touch:px-1.5 touch:opacity-100',
              // The time stays at the edge while this button is invisible.
              isOwn && 'order-first',
            )}
          >
            Remove
          </button>
        )}
      </div>
    </li>
  )
}

const avatarStyles = { admin: 'bg-info-soft text-info', client: 'bg-sunken text-ink-2' } as const

function SenderAvatar({ senderId, senderName, senderRole }: Message) {
  const [firstName = '', ...others] = senderName.split(' ')
  return (
    <Avatar
      person={{ firstName, lastName: others.at(-1) ?? '' }}
      className={cx(
        'absolute top-0 left-0',
        senderRole === 'subcontractor' ? subStyle(senderId) : avatarStyles[senderRole],
      )}
    />
  )
}

function RemoveMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <ConfirmWrite
      row={messageRoutes.remove}
      args={{ params: { id: message.id } }}
      title="Remove this message?"
      confirmLabel="Remove"
      success="Message removed successfully"
      failure={serverMessageOr('Failed to remove message')}
      onClose={onClose}
    >
      Its text is deleted for everyone. “Message removed” stays in its place.
    </ConfirmWrite>
  )
}
