import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'

/** Milliseconds before a stream that was refused is opened again: the first time, and at most. */
const PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/** What the server says on the stream. */
export type Told =
  | { readonly type: 'change'; readonly cursor: string; readonly event: LiveEvent }
  | { readonly type: 'reset' | 'ready'; readonly cursor: string }
  /** Of this moment only: a stream that goes on does not tell it again. */
  | { readonly type: 'presence'; readonly presence: PresenceEvent }

interface StreamOptions {
  /** The place to go on from; undefined has everything read again. */
  readonly cursor: () => string | undefined
  readonly onTold: (told: Told) => void
  /** The session may be over: the server has ended the stream or refused it. */
  readonly onRefused: () => void
}

/** Keeps a stream of events open until it is closed. The browser itself goes on after a lost connection. */
export function openStream({ cursor, onTold, onRefused }: StreamOptions): { close(): void } {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSE

  function again() {
    source?.close()
    // Spread, so that not all browsers come at once.
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    timer = setTimeout(open, pause * (0.5 + random / 512))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  function open() {
    const after = cursor()
    source = new EventSource(`/api/events${after ? `?after=${encodeURIComponent(after)}` : ''}`)
    source.addEventListener('change', ({ lastEventId, data }) =>
      onTold({ type: 'change', cursor: lastEventId, event: JSON.parse(data) as LiveEvent }),
    )
    for (const type of ['reset', 'ready'] as const)
      source.addEventListener(type, ({ lastEventId }) => {
        pause = PAUSE
        onTold({ type, cursor: lastEventId })
      })
    source.addEventListener('presence', ({ data }) =>
      onTold({ type: 'presence', presence: JSON.parse(data) as PresenceEvent }),
    )
    source.addEventListener('end', () => {
      onRefused()
      // The session is over, most likely: the page is about to be left, and another try would only be refused.
      pause = LONGEST_PAUSE
      again()
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      onRefused()
      again()
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
