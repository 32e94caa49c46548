import type { CorrespondenceType, TaskLine } from '@plumbline/contract/tasks.ts'
import { CalendarClock, CircleDot, type LucideIcon, MessageSquare, UserRound } from 'lucide-react'
import { useCompany } from '../api/company.ts'
import { Avatar, nameParts, subStyle } from '../ui/Person.tsx'
import { formatMoment } from '../ui/zoned.ts'

const icons: Readonly<Record<Exclude<CorrespondenceType, 'comment'>, LucideIcon>> = {
  status: CircleDot,
  assignee: UserRound,
  deadline: CalendarClock,
}

/** What was said about a task and what happened to it, oldest first. */
export function Conversation({ lines }: { lines: readonly TaskLine[] }) {
  if (lines.length === 0) {
    return (
      <div className="flex flex-col items-center py-8 text-center">
        <MessageSquare aria-hidden className="mb-2 size-6 text-ink-3" />
        <h3 className="font-medium">No comments yet</h3>
        <p className="text-sm text-ink-2">Ask a question or say how it goes.</p>
      </div>
    )
  }
  return (
    <ol aria-label="Conversation" className="flex flex-col gap-4">
      {lines.map((line) =>
        line.type === 'comment' ? (
          <Comment key={line.id} line={line} />
        ) : (
          <Happened key={line.id} line={line} type={line.type} />
        ),
      )}
    </ol>
  )
}

function Comment({ line }: { line: TaskLine }) {
  return (
    <li className="flex gap-3">
      <Avatar person={nameParts(line.userName)} className={subStyle(line.userId)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{line.userName}</span>
          <When line={line} />
        </p>
        <p className="whitespace-pre-wrap">{line.message}</p>
      </div>
    </li>
  )
}

/** A line that wrote itself. */
function Happened({ line, type }: { line: TaskLine; type: keyof typeof icons }) {
  const Icon = icons[type]
  return (
    <li className="flex gap-3 text-sm text-ink-2">
      <span className="flex w-8 shrink-0 justify-center pt-0.5">
        <Icon aria-hidden className="size-4" />
      </span>
      <p className="min-w-0 flex-1">
        {line.message} <span className="text-ink-3">· {line.userName}</span> <When line={line} />
      </p>
    </li>
  )
}

function When({ line }: { line: TaskLine }) {
  const { timeZone } = useCompany()
  return (
    <time dateTime={line.createdAt} className="figures text-xs text-ink-3">
      {formatMoment(line.createdAt, timeZone)}
    </time>
  )
}
