import type { MessageAudience } from '@plumbline/contract/messages.ts'
import type {
  NewPresence,
  PresenceEvent,
  Present,
  presenceRoutes,
} from '@plumbline/contract/presence.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { newKey, send } from '../api/call.ts'
import { viewedId } from '../api/viewAs.ts'
import { useIsShown } from '../ui/useIsShown.ts'

// Copied from the contract and checked against it, so that no schemas are loaded.
const showRoute = { method: 'PUT', path: '/api/presence' } as const satisfies Pick<
  typeof presenceRoutes.show,
  'method' | 'path'
>
/**
 * The lifetime of each state, as in the contract, and the interval at which a tab sends it again.
 */
const VIEWING_MS = 90_000
const TYPING_MS = 8_000
const VIEWING_INTERVAL_MS = MINUTE_MS
const TYPING_INTERVAL_MS = 4_000

/** Another person on a job. */
export type Other = Omit<Present, 'jobId' | 'role'>
interface Entry extends Other {
  readonly jobId: string
  readonly viewingUntil: number
  readonly typingUntil: number
}

const tab = newKey()
let entries: readonly Entry[] = []
const listeners = new Set<() => void>()
let expiry: ReturnType<typeof setTimeout> | undefined

function replace(next: readonly Entry[]) {
  entries = next
  clearTimeout(expiry)
  const ends = next.flatMap(({ viewingUntil, typingUntil }) => [viewingUntil, typingUntil])
  const soonest = Math.min(...ends.filter((end) => end > Date.now()))
  if (Number.isFinite(soonest)) expiry = setTimeout(expire, soonest - Date.now() + 1)
  for (const listener of listeners) listener()
}

function expire() {
  const now = Date.now()
  replace(
    entries
      .filter(({ viewingUntil }) => viewingUntil > now)
      .map((entry) =>
        entry.state === 'typing' && entry.typingUntil <= now
          ? { ...entry, state: 'viewing' as const }
          : entry,
      ),
  )
}

/** Stores a presence event from the server. */
export function receivePresence({ role: _, ...event }: PresenceEvent) {
  const others = entries.filter(
    ({ personId, jobId }) => personId !== event.personId || jobId !== event.jobId,
  )
  const { state } = event
  const now = Date.now()
  replace(
    state === 'left'
      ? others
      : [
          ...others,
          {
            ...event,
            state,
            viewingUntil: now + VIEWING_MS,
            typingUntil: state === 'typing' ? now + TYPING_MS : 0,
          },
        ],
  )
}

/**
 * Sends what this tab shows. A lost request does not matter: it is repeated, or the state expires.
 */
function sendPresence(body: Omit<NewPresence, 'tab'>) {
  if (viewedId()) return
  send(showRoute, { body: { ...body, tab } })
    .then(async (response) => {
      const present = (await response.json()) as readonly Present[]
      for (const one of present)
        if (
          !entries.some(({ personId, jobId }) => personId === one.personId && jobId === one.jobId)
        )
          receivePresence(one)
    })
    .catch(() => undefined)
}

/** Sends that no job is on screen any more, even while the page is closing. */
function sendLeft() {
  if (viewedId()) return
  const body = JSON.stringify({ tab, jobId: null, state: 'viewing' } satisfies NewPresence)
  const headers = { 'Content-Type': 'application/json' }
  fetch(showRoute.path, { method: showRoute.method, keepalive: true, headers, body }).catch(
    () => undefined,
  )
}

let typingSentAt = 0
/** Sends that a message is being typed, to the people who may read it. */
export function sendTyping(jobId: string, audience: MessageAudience) {
  if (Date.now() - typingSentAt < TYPING_INTERVAL_MS) return
  typingSentAt = Date.now()
  sendPresence({ jobId, state: 'typing', audience })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isListening = false
const listeningCallbacks = new Set<() => void>()
/** Called once this tab receives presence events. Requests the people who are already present. */
export function startListening() {
  isListening = true
  for (const callback of listeningCallbacks) callback()
}

/** Resets the state of this module between tests. */
export function resetOthers() {
  replace([])
  typingSentAt = 0
  isListening = false
}

/** The other people on the job. While the tab is visible, sends that this person is on it too. */
export function useOthers(jobId: string): readonly Other[] {
  const isShown = useIsShown()
  useEffect(() => {
    if (!isShown) return
    const sendViewing = () => sendPresence({ jobId, state: 'viewing' })
    if (isListening) sendViewing()
    listeningCallbacks.add(sendViewing)
    const timer = setInterval(sendViewing, VIEWING_INTERVAL_MS)
    addEventListener('pagehide', sendLeft)
    return () => {
      clearInterval(timer)
      listeningCallbacks.delete(sendViewing)
      removeEventListener('pagehide', sendLeft)
      sendLeft()
    }
  }, [jobId, isShown])
  const all = useSyncExternalStore(subscribe, () => entries)
  return all.filter((one) => one.jobId === jobId)
}
