import { openStream, type StreamMessage } from './stream.ts'

/** The number of messages retained for tabs that are still loading. */
const MAX_MESSAGES = 500
/** The number of event ids to remember. A stream that resumes may repeat some events. */
const MAX_EVENT_IDS = 2_000
/** The tolerance for a clock that is set back while a tab loads. */
const CLOCK_TOLERANCE_MS = 1_000

type TabMessage =
  | { readonly type: 'relayed'; readonly message: StreamMessage }
  /** A tab requests the messages since it began to load. */
  | { readonly type: 'joined'; readonly tab: string; readonly since: number }
  | {
      readonly type: 'missed'
      readonly tab: string
      readonly messages: readonly StreamMessage[]
      readonly cursor: string
    }

/**
 * The position in the events at which the page was rendered, as the server wrote it into the page.
 */
const pageCursor = () =>
  document.querySelector<HTMLMetaElement>('meta[name=event-cursor]')?.content || undefined

interface FollowOptions {
  /** Tabs of one person share a stream. */
  readonly personId: string
  /** Called once for each event, and each time that everything has to be read again. */
  readonly onMessage: (message: StreamMessage) => void
  readonly onRefused: () => void
}

/**
 * Follows the events in every tab of the browser with one stream. The tab that holds the lock has
 * the stream and sends its messages to the others. The next holder resumes where it ended. Without
 * locks, as in a network without https, each visible tab has its own stream.
 */
export function followEvents({ personId, onMessage, onRefused }: FollowOptions): () => void {
  const name = `plumbline-stream-${personId}`
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  const { signal } = closing
  const recentMessages: { readonly at: number; readonly message: StreamMessage }[] = []
  const seen = new Set<number>()
  let cursor = pageCursor()
  let isLeading = false

  function receive(message: StreamMessage) {
    if (message.type === 'presence') return onMessage(message)
    cursor = message.cursor
    recentMessages.push({ at: Date.now(), message })
    if (recentMessages.length > MAX_MESSAGES) recentMessages.shift()
    if (message.type === 'change') {
      if (seen.has(message.event.id)) return
      seen.add(message.event.id)
      for (const oldest of seen) if (seen.size > MAX_EVENT_IDS) seen.delete(oldest)
    }
    onMessage(message)
  }

  const post = (message: TabMessage) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'relayed') receive(data.message)
    else if (data.type === 'missed' && data.tab === tab) {
      for (const message of data.messages) receive(message)
      onMessage({ type: 'ready', cursor: data.cursor })
    } else if (data.type === 'joined' && isLeading) {
      const missed = recentMessages
        .filter(({ at }) => at >= data.since - CLOCK_TOLERANCE_MS)
        .map(({ message }) => message)
      post({ type: 'missed', tab: data.tab, messages: missed, cursor: cursor ?? '' })
    }
  }

  /** Opens the stream and sends its messages to the other tabs. */
  function lead(): { close(): void } {
    isLeading = true
    return openStream({
      cursor: () => cursor,
      onRefused,
      onMessage(message) {
        receive(message)
        post({ type: 'relayed', message })
      },
    })
  }

  post({ type: 'joined', tab, since: performance.timeOrigin })
  const stop = navigator.locks ? whileLocked(name, signal, lead) : whileShown(lead)
  return () => {
    closing.abort()
    stop()
    channel.close()
  }
}

/**
 * Runs the work while this tab has the lock, until the signal.
 * @returns releases the lock to the next tab
 */
export function whileLocked(name: string, signal: AbortSignal, work: () => { close(): void }) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks
    .request(name, { signal }, async () => {
      const working = work()
      await held
      working.close()
    })
    // Aborted while it waited for the lock.
    .catch(() => {})
  return release
}

/** Runs the work while this tab is visible, since browsers limit the connections to one server. */
function whileShown(work: () => { close(): void }) {
  let working: { close(): void } | undefined
  const change = () => {
    if (!document.hidden) working ??= work()
    else {
      working?.close()
      working = undefined
    }
  }
  change()
  document.addEventListener('visibilitychange', change)
  return () => {
    document.removeEventListener('visibilitychange', change)
    working?.close()
  }
}
