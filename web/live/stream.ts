import { backoffDelay } from '@plumbline/contract/backoff.ts'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'

/** The delay before a refused stream is opened again: the first one and the maximum. */
const RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 30_000

/** A message of the server on the stream. */
export type StreamMessage =
  | { readonly type: 'change'; readonly cursor: string; readonly event: LiveEvent }
  | { readonly type: 'reset' | 'ready'; readonly cursor: string }
  /** Describes this moment only: a stream that resumes does not send it again. */
  | { readonly type: 'presence'; readonly presence: PresenceEvent }

interface StreamOptions {
  /** The position to resume from; undefined if everything has to be read again. */
  readonly cursor: () => string | undefined
  readonly onMessage: (message: StreamMessage) => void
  /**
   * Called when the server has ended or refused the stream, which may mean that the session is
   * over.
   */
  readonly onRefused: () => void
}

/**
 * Keeps a stream of events open until it is closed. The browser itself reconnects after a lost
 * connection.
 */
export function openStream({ cursor, onMessage, onRefused }: StreamOptions): { close(): void } {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function reopen() {
    source?.close()
    // A random delay, so that not all browsers reconnect at once.
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    const delay = backoffDelay(failures, RETRY_DELAY_MS, MAX_RETRY_DELAY_MS)
    failures += 1
    timer = setTimeout(open, delay * (0.5 + random / 512))
  }

  function open() {
    const after = cursor()
    source = new EventSource(`/api/events${after ? `?after=${encodeURIComponent(after)}` : ''}`)
    source.addEventListener('change', ({ lastEventId, data }) =>
      onMessage({ type: 'change', cursor: lastEventId, event: JSON.parse(data) as LiveEvent }),
    )
    for (const type of ['reset', 'ready'] as const)
      source.addEventListener(type, ({ lastEventId }) => {
        failures = 0
        onMessage({ type, cursor: lastEventId })
      })
    source.addEventListener('presence', ({ data }) =>
      onMessage({ type: 'presence', presence: JSON.parse(data) as PresenceEvent }),
    )
    source.addEventListener('end', () => {
      onRefused()
      // Most likely the session is over and the page is about to close. Another attempt would be
      // refused.
      failures = Number.POSITIVE_INFINITY
      reopen()
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      onRefused()
      reopen()
    })
  }

  open()
  return {
    close() {
      clearTimeout(timer)
      source?.close()
    },
  }
}
