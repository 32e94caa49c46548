import { zonedFormat } from '@plumbline/contract/dates.ts'
import type { Message } from '@plumbline/contract/messages.ts'
import { cx } from 'class-variance-authority'
import { Fragment } from 'react'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { formatMoment, useNow } from '../ui/format.ts'

const MS_PER_HOUR = 3_600_000
const formats = {
  time: zonedFormat('en-US', { timeStyle: 'short' }),
  weekday: zonedFormat('en-US', { weekday: 'short' }),
  day: zonedFormat('en-US', { month: 'short', day: 'numeric' }),
}

/** When a message came: under 24 h ago its time, under 168 h its weekday, otherwise month and day. */
export function messageTime(iso: string, now: number, timeZone: string): string {
  const hours = (now - Date.parse(iso)) / MS_PER_HOUR
  const format = hours < 24 ? formats.time : hours < 168 ? formats.weekday : formats.day
  // Runtimes differ in the space before PM.
  return format(timeZone).format(new Date(iso)).replace('\u202f', ' ')
}

/** The id of the first unread message: others wrote it and the `unread` - 1 after it. */
export function firstUnread(
  messages: readonly Message[],
  unread: number,
  meId: string,
): string | undefined {
  const fromOthers = messages.filter(({ senderId }) => senderId !== meId)
  return unread > 0 ? fromOthers.at(-unread)?.id : undefined
}

/** Messages, oldest first: the person's own on the right, the others with their authors' names. */
export function MessageLines({
  messages,
  newFrom,
}: {
  messages: readonly Message[]
  newFrom: string | undefined
}) {
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
            <Line message={message} isOwn={message.senderId === me.id} follows={follows} />
          </Fragment>
        )
      })}
    </ol>
  )
}

/** One message; when it `follows` another of the same author, the name is not repeated. */
function Line({ message, isOwn, follows }: { message: Message; isOwn: boolean; follows: boolean }) {
  const { timeZone } = useCompany()
  const now = useNow()
  return (
    <li
      data-own={isOwn || undefined}
      className={cx(
        'flex max-w-[min(85%,36rem)] flex-col',
        isOwn ? 'items-end self-end' : 'items-start',
        follows ? 'mt-1' : 'mt-4',
      )}
    >
      <span
        className={cx(
          'mb-0.5 max-w-full truncate text-xs text-ink-2',
          (isOwn || follows) && 'sr-only',
        )}
      >
        {isOwn ? 'You' : message.senderName}
      </span>
      <div
        className={cx(
          'max-w-full rounded-m border px-3 py-1.5',
          isOwn ? 'border-info/30 bg-info-soft' : 'border-line bg-surface',
        )}
      >
        <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
      </div>
      <time
        dateTime={message.createdAt}
        title={formatMoment(message.createdAt, timeZone)}
        className="figures mt-0.5 text-xs text-ink-2"
      >
        {messageTime(message.createdAt, now.getTime(), timeZone)}
      </time>
    </li>
  )
}
