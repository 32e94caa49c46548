import { readersSentence } from '@plumbline/contract/readers.ts'
import {
  type CorrespondenceType,
  MAX_COMMENT,
  type Task,
  type TaskLine,
  taskRoutes,
} from '@plumbline/contract/tasks.ts'
import { CalendarClock, CircleDot, type LucideIcon, UserRound } from 'lucide-react'
import { useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMe } from '../../api/me.ts'
import { useTypedState } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { queued } from '../../offline/actions/queued.ts'
import { useActionsOf } from '../../offline/actions/shown.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { formatMoment } from '../../ui/format.ts'
import { MessageBox } from '../../ui/MessageBox.tsx'
import { Avatar, nameParts, subStyle } from '../../ui/Person.tsx'

const icons: Readonly<Record<Exclude<CorrespondenceType, 'comment'>, LucideIcon>> = {
  status: CircleDot,
  assignee: UserRound,
  deadline: CalendarClock,
}

/** The comments on a task and the changes to it, oldest first. */
export function TaskConversation({ lines }: { lines: readonly TaskLine[] }) {
  return (
    <ol aria-label="Conversation" className="flex flex-col gap-4">
      {lines.map((line) =>
        line.type === 'comment' ? (
          <Comment key={line.id} line={line} />
        ) : (
          <Change key={line.id} line={line} type={line.type} />
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

/** The person's comments on a task that are not sent yet. Renders nothing without any. */
export function WaitingComments({ taskId }: { taskId: string }) {
  const me = useMe()
  const comments = useActionsOf('comment', (action) => action.taskId === taskId)
  if (comments.length === 0) return null
  return (
    <ol aria-label="Waiting comments" className="mt-4 flex flex-col gap-4">
      {comments.map((action) => (
        <li key={action.id} className="flex gap-3">
          <Avatar person={me} className={subStyle(me.id)} />
          <div className="min-w-0 flex-1">
            <p className="whitespace-pre-wrap wrap-anywhere">{action.text}</p>
            <WaitingMark action={action} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A line that the server wrote about a change to the task. */
function Change({ line, type }: { line: TaskLine; type: keyof typeof icons }) {
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

/** The box to write a comment. The text stays if sending fails. */
export function CommentBox({ task: { id: taskId, name } }: { task: Pick<Task, 'id' | 'name'> }) {
  const readersId = useId()
  const [text, setText, isFilledIn] = useTypedState(`comment on ${taskId}`, '')
  const comment = useWrite(taskRoutes.comment, {
    failure: 'Failed to send comment',
    onSuccess: () => setText(''),
    offline: queued(
      ({ body: { message } }) => ({ type: 'comment', taskId, name, text: message }),
      () => setText(''),
    ),
  })
  return (
    <div>
      <MessageBox
        label="Comment"
        describedBy={readersId}
        maxLength={MAX_COMMENT}
        value={text}
        onChange={setText}
        onSend={(message) => comment.mutate({ params: { id: taskId }, body: { message } })}
        pending={comment.isPending}
        isFilledIn={isFilledIn}
      />
      <p id={readersId} className="mt-1.5 text-sm text-ink-2">
        {readersSentence.crew}
      </p>
    </div>
  )
}
