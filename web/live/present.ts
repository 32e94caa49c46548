import type { MessageAudience } from '@plumbline/contract/messages.ts'
import type {
  NewPresence,
  PresenceEvent,
  Present,
  presenceRoutes,
} from '@plumbline/contract/presence.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { newKey, send } from '../api/call.ts'
import { viewedId } from '../api/viewAs.ts'
import { useIsShown } from '../ui/useIsShown.ts'

// Written out, so that no schemas are loaded with it; checked against the contract.
const show = { method: 'PUT', path: '/api/presence' } as const satisfies Pick<
  typeof presenceRoutes.show,
  'method' | 'path'
>
/** How long it holds what somebody does, as in the contract, and how often a tab says it again. Milliseconds. */
const VIEWING = 90_000
const TYPING = 8_000
const AGAIN = 60_000
const TYPING_AGAIN = 4_000

/** Who else is on a job. */
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

/** Notes what the server tells of somebody. */
export function notePresence({ role: _, ...event }: PresenceEvent) {
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
            viewingUntil: now + VIEWING,
            typingUntil: state === 'typing' ? now + TYPING : 0,
          },
        ],
  )
}

/** Says what is on screen. What is lost of it is said again, or forgotten by the others. */
function say(body: Omit<NewPresence, 'tab'>) {
  if (viewedId()) return
  send(show, { body: { ...body, tab } })
    .then(async (response) => {
      const there = (await response.json()) as readonly Present[]
      for (const one of there)
        if (
          !entries.some(({ personId, jobId }) => personId === one.personId && jobId === one.jobId)
        )
          notePresence(one)
    })
    .catch(() => undefined)
}

/** Says that no job is on screen any more, also while the page is being left. */
function sayLeft() {
  if (viewedId()) return
  const body = JSON.stringify({ tab, jobId: null, state: 'viewing' } satisfies NewPresence)
  const headers = { 'Content-Type': 'application/json' }
  fetch(show.path, { method: show.method, keepalive: true, headers, body }).catch(() => undefined)
}

let typedAt = 0
/** Says that a message is being typed, to those who will read it. */
export function sayTyping(jobId: string, audience: MessageAudience) {
  if (Date.now() - typedAt < TYPING_AGAIN) return
  typedAt = Date.now()
  say({ jobId, state: 'typing', audience })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isHearing = false
const whenHearing = new Set<() => void>()
/** From now on this tab is told who comes and goes; who is there already is asked for. */
export function nowHearing() {
  isHearing = true
  for (const ask of whenHearing) ask()
}

/** Resets the state of this module between tests. */
export function resetOthers() {
  replace([])
  typedAt = 0
  isHearing = false
}

/** Who else is on the job, and says that this person is, while the tab is looked at. */
export function useOthers(jobId: string): readonly Other[] {
  const isShown = useIsShown()
  useEffect(() => {
    if (!isShown) return
    const here = () => say({ jobId, state: 'viewing' })
    if (isHearing) here()
    whenHearing.add(here)
    const timer = setInterval(here, AGAIN)
    addEventListener('pagehide', sayLeft)
    return () => {
      clearInterval(timer)
      whenHearing.delete(here)
      removeEventListener('pagehide', sayLeft)
      sayLeft()
    }
  }, [jobId, isShown])
  const all = useSyncExternalStore(subscribe, () => entries)
  return all.filter((one) => one.jobId === jobId)
}
