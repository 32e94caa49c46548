import { openStream, type Told } from './stream.ts'

/** How much of what was told is kept for a tab that is opened meanwhile. */
const KEPT = 500
/** How many events are remembered, of which a stream that goes on may tell some again. */
const REMEMBERED = 2_000
/** What clocks may be turned back by while a tab loads; milliseconds. */
const CLOCK = 1_000

type Said =
  | { readonly type: 'told'; readonly told: Told }
  /** A tab asks for what was told since it began to load. */
  | { readonly type: 'joined'; readonly tab: string; readonly since: number }
  | {
      readonly type: 'missed'
      readonly tab: string
      readonly told: readonly Told[]
      readonly cursor: string
    }

/** Where events begin that this page has not heard of, as the server wrote it into the page. */
const cursorOfPage = () =>
  document.querySelector<HTMLMetaElement>('meta[name=event-cursor]')?.content || undefined

interface FollowOptions {
  /** Tabs of one person share a stream. */
  readonly personId: string
  /** Called once for each event, and each time that everything is to be read again. */
  readonly onTold: (told: Told) => void
  readonly onRefused: () => void
}

/**
 * Follows the events in every tab of the browser with one stream: the tab that holds the lock has it and tells the others; the
 * next one goes on where it ended. Where there are no locks, as in a network without https, each tab that is on screen has its
 * own.
 */
export function followEvents({ personId, onTold, onRefused }: FollowOptions): () => void {
  const name = `plumbline-events-${personId}`
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  const { signal } = closing
  const kept: { readonly at: number; readonly told: Told }[] = []
  const seen = new Set<number>()
  let cursor = cursorOfPage()
  let isLeading = false

  function take(told: Told) {
    if (told.type === 'presence') return onTold(told)
    cursor = told.cursor
    kept.push({ at: Date.now(), told })
    if (kept.length > KEPT) kept.shift()
    if (told.type === 'change') {
      if (seen.has(told.event.id)) return
      seen.add(told.event.id)
      for (const oldest of seen) if (seen.size > REMEMBERED) seen.delete(oldest)
    }
    onTold(told)
  }

  const say = (said: Said) => channel.postMessage(said)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.type === 'told') take(data.told)
    else if (data.type === 'missed' && data.tab === tab) {
      for (const told of data.told) take(told)
      onTold({ type: 'ready', cursor: data.cursor })
    } else if (data.type === 'joined' && isLeading) {
      const missed = kept.filter(({ at }) => at >= data.since - CLOCK).map(({ told }) => told)
      say({ type: 'missed', tab: data.tab, told: missed, cursor: cursor ?? '' })
    }
  }

  /** Has the stream of this browser until the tab is closed. */
  function lead(): { close(): void } {
    isLeading = true
    return openStream({
      cursor: () => cursor,
      onRefused,
      onTold(told) {
        take(told)
        say({ type: 'told', told })
      },
    })
  }

  say({ type: 'joined', tab, since: performance.timeOrigin })
  const stop = navigator.locks ? whileLocked(name, signal, lead) : whileShown(lead)
  return () => {
    closing.abort()
    stop()
    channel.close()
  }
}

/** Works while this tab has the lock, until the signal. @returns gives the lock to the next tab */
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
    // Another tab had it until the end.
    .catch(() => {})
  return release
}

/** Works while this tab is on screen: browsers open few connections to one server. */
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
