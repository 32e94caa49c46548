import { Clock, CloudOff } from 'lucide-react'
import { useOfflineSince } from '../../api/connection.ts'
import type { ShownAction } from './action.ts'

/** Marks where an action shows that it is not sent yet, or why it was refused. */
export function WaitingMark({ action }: { action: ShownAction | undefined }) {
  const isOffline = useOfflineSince() !== undefined
  if (!action || action.state === 'sent') return null
  const isFailed = action.state === 'failed'
  const Icon = isFailed ? CloudOff : Clock
  const waiting = isOffline ? 'Waiting for a connection' : 'Sending…'
  return (
    <span
      className={`inline-flex items-start gap-1.5 text-sm ${isFailed ? 'text-warn' : 'text-ink-2'}`}
    >
      <Icon aria-hidden className="mt-[0.2em] size-3.5 shrink-0" />
      <span className="min-w-0">{isFailed ? `Not sent. ${action.problem}` : waiting}</span>
    </span>
  )
}
