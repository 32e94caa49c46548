import { useActionsOf } from '../../offline/actions/shown.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'

/** The person's messages to a project that are not sent yet. Renders nothing without any. */
export function WaitingMessages({ jobId }: { jobId: string }) {
  const messages = useActionsOf('message', (action) => action.jobId === jobId)
  if (messages.length === 0) return null
  return (
    <ol aria-label="Waiting messages" className="flex flex-col">
      {messages.map((action) => (
        <li
          key={action.id}
          data-own
          className="mt-4 flex max-w-[min(85%,36rem)] flex-col items-end self-end"
        >
          <p className="max-w-full rounded-m border border-info/30 bg-info-soft px-3 py-1.5 wrap-anywhere whitespace-pre-wrap">
            {action.text}
          </p>
          <WaitingMark action={action} />
        </li>
      ))}
    </ol>
  )
}
