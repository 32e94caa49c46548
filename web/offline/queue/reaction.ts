import { ApiError } from '../../api/call.ts'
import { NetworkError } from '../../api/connection.ts'

/** The server is unavailable or busy, so it can be sent again later. */
const RETRY_STATUSES = [408, 425, 429, 502, 503, 504]
/** The disk of the server is full, which waiting does not fix. */
const INSUFFICIENT_STORAGE = 507

/** The reaction to an error while sending: wait for the server, retry a few times, or give up. */
export function reactionTo(error: unknown): 'wait' | 'retry' | 'giveUp' {
  if (error instanceof NetworkError) return 'wait'
  if (!(error instanceof ApiError)) return 'retry'
  if (RETRY_STATUSES.includes(error.status) || error.code === 'stillRunning') return 'wait'
  return error.status >= 500 && error.status !== INSUFFICIENT_STORAGE ? 'retry' : 'giveUp'
}
