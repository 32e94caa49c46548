import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { refreshAll } from '../../../api/query.ts'
import { NetworkError, noteOffline, offlineSince, onConnection } from '../../../api/reach.ts'
import { messageOf } from '../../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../../api/unauthorized.ts'
import { whileLocked } from '../../../live/tabs.ts'
import { toast } from '../../../ui/toasts.ts'
import { channelOf, personOf } from './names.ts'
import { fateOf, isSignedIn, sendPhoto } from './send.ts'
import { type Progress, showKept } from './showKept.ts'
import { alter, hide, isLostOnClose, isUnderWay, show, shown } from './shown.ts'
import { shrink } from './shrink.ts'
import { allOf, change, isKept, type KeptUpload, resetUploads, tidy } from './store.ts'

/** The queue of the person whose tab this is. */
export interface Queue {
  client: QueryClient
  readonly personId: string
  readonly channel: BroadcastChannel
  readonly closing: AbortController
  /** Resolved once it is known what this browser keeps. */
  readonly isRead: Promise<void>
  /** As it is kept, with what was sent not long ago. */
  kept: readonly KeptUpload[]
  /** One tab of a browser sends what all of them show. */
  isSender: boolean
}

/** What became of the photos since the queue was empty. */
interface Counts {
  readonly done: number
  readonly failed: number
  /** One that was cancelled late may have been saved. */
  readonly cancelled: number
}

/** What the tabs of a person tell each other. */
type Told =
  | { readonly type: 'changed'; readonly isRetry: boolean }
  | (Progress & { readonly type: 'progress' })
  | { readonly type: 'settled'; readonly counts: Counts }

/** Milliseconds before a server that is away or busy is tried again: the first time, and at most. */
const PAUSE = 2_000
const LONGEST_PAUSE = 60_000
/** How often a photo is sent to a server that fails at it, before others go first for good. */
const TRIES = 5
const nothing: Counts = { done: 0, failed: 0, cancelled: 0 }

let queue: Queue | undefined
/** Whose queue was stopped in this tab. */
let stoppedFor: string | undefined
let counts = nothing
/** What is being sent, by whichever tab. */
let progress: Progress | undefined
/** The same when it is sent from here. */
let running: { readonly id: string; readonly abort: AbortController } | undefined
/** How often the server was away or busy, one time after another, and how often it failed at the same photo. */
let absences = 0
let failures = 0
let notBefore = 0
let timer: ReturnType<typeof setTimeout> | undefined
let busy = { sending: false, preparing: false }

/** Begins, or goes on with, what this browser keeps for the person. @returns undefined where nothing is sent from this tab */
export function startQueue(client: QueryClient): Queue | undefined {
  const person = personOf(client)
  if (!person || person.id === stoppedFor) return undefined
  if (queue?.personId === person.id) {
    queue.client = client
    return queue
  }
  // What was chosen before this was loaded stays.
  if (queue) show([])
  queue?.closing.abort()
  const started: Queue = {
    client,
    personId: person.id,
    channel: new BroadcastChannel(channelOf(person)),
    closing: new AbortController(),
    isRead: read(person.id),
    kept: [],
    isSender: !navigator.locks,
  }
  queue = started
  follow(started)
  return started
}

/** Nothing more would be accepted from this tab: the session is over, or that of another person. What waits stays kept. */
function stop() {
  stoppedFor = queue?.personId
  queue?.closing.abort()
  queue = undefined
}

/** Resets the state of this module between tests. */
export function resetQueue() {
  clearTimeout(timer)
  running?.abort.abort()
  queue?.closing.abort()
  queue = undefined
  stoppedFor = undefined
  counts = nothing
  progress = undefined
  absences = 0
  failures = 0
  notBefore = 0
  busy = { sending: false, preparing: false }
  show([])
  resetUploads()
}

async function read(personId: string) {
  // What is too old goes another time.
  await tidy(personId).catch(() => undefined)
  await reload()
  goOn()
}

/** Hears of the other tabs, of the connection, and of when it is this tab's turn to send. */
function follow({ personId, channel, closing: { signal } }: Queue) {
  channel.onmessage = ({ data }: MessageEvent<Told>) => void hear(data)
  const unlisten = onConnection(() => {
    if (offlineSince() === undefined) hurry()
  })
  const onShow = () => document.hidden || hurry()
  document.addEventListener('visibilitychange', onShow, { signal })
  window.addEventListener('beforeunload', warn, { signal })
  const release = navigator.locks && whileLocked(`sender-${personId}`, signal, takeOver)
  signal.addEventListener('abort', () => {
    release?.()
    unlisten()
    channel.close()
  })
}

/** From now on this tab sends. */
function takeOver() {
  if (queue) queue.isSender = true
  void reload().then(goOn)
  return { close: () => undefined }
}

function warn(event: BeforeUnloadEvent) {
  if (shown().some(isLostOnClose)) event.preventDefault()
}

async function hear(told: Told) {
  if (told.type === 'progress') {
    progress = told
    return alter(told.id, { state: 'sending', sent: told.sent })
  }
  if (told.type === 'changed' && told.isRetry) endPause()
  if (!running) progress = undefined
  await reload()
  // It was cancelled in another tab.
  if (running && !queue?.kept.some(({ id }) => id === running?.id)) running.abort.abort()
  if (told.type === 'settled') await settle(told.counts)
  else await moveOn()
}

const tell = (told: Told) => queue?.channel.postMessage(told)

/** Shows what is kept as it is now. */
async function reload() {
  if (!queue) return
  const { personId } = queue
  // Where it cannot be read just now, what is on screen stays.
  const kept = await allOf(personId).catch(() => undefined)
  if (!kept || queue?.personId !== personId) return
  queue.kept = kept
  showKept(kept, progress)
}

/** Shows what was changed, here and in the other tabs, and goes on; at once where the person asked for another try. */
export async function changed({ isRetry = false } = {}) {
  if (isRetry) endPause()
  await reload()
  tell({ type: 'changed', isRetry })
  await moveOn()
}

/** Stops sending one that was cancelled. */
export function abortUpload(id: string) {
  if (running?.id === id) running.abort.abort()
}

async function moveOn() {
  goOn()
  if (shown().some(isUnderWay) || Object.values(counts).every((count) => count === 0)) return
  // One that failed may have been sent again since.
  const failed = shown().filter(({ state }) => state === 'failed').length
  const found = { ...counts, failed: Math.min(counts.failed, failed) }
  counts = nothing
  tell({ type: 'settled', counts: found })
  await settle(found)
}

/** When nothing is left to send: shows the result and replaces the tiles with the new photos. */
async function settle({ done, failed, cancelled }: Counts) {
  if (failed > 0)
    toast({
      title: 'Error',
      description: 'Failed to upload photo',
      note: 'The list of photos to send says why. Try again there.',
      variant: 'destructive',
    })
  else if (done > 0) {
    const description =
      done === 1 ? 'Photo uploaded successfully' : `${done} photos uploaded successfully`
    toast({ title: 'Success', description })
  }
  if (done + cancelled > 0 && queue) await refreshAll(queue.client)
  hide(({ state }) => state === 'done')
}

function goOn() {
  void prepareAll()
  void sendAll()
}

function endPause() {
  clearTimeout(timer)
  notBefore = 0
}

/** Tries again at once what waits for its next try. */
function hurry() {
  endPause()
  goOn()
}

function pause() {
  const length = Math.min(PAUSE * 2 ** absences, LONGEST_PAUSE)
  absences += 1
  notBefore = Date.now() + length
  clearTimeout(timer)
  timer = setTimeout(hurry, length)
}

/** Keeps it as it is now, and goes by that even where it cannot be read again. */
async function save(upload: KeptUpload) {
  await change(upload)
  if (queue) queue.kept = queue.kept.map((each) => (each.id === upload.id ? upload : each))
}

/** The first one that may be sent from here, or be made ready. */
const nextOne = (isReady: boolean) =>
  queue?.kept.find(
    (upload) =>
      upload.state === 'waiting' &&
      upload.isReady === isReady &&
      // What only this tab has, no other one sends.
      (queue?.isSender || !isKept(upload)),
  )

/** Makes the files ready to be sent, one after another: a decoded picture takes 50 MB. */
async function prepareAll() {
  const own = busy
  if (own.preparing) return
  own.preparing = true
  for (let next = nextOne(false); next?.file; next = nextOne(false)) {
    await save({ ...next, file: await shrink(next.file), isReady: true })
    await reload()
    void sendAll()
  }
  own.preparing = false
}

/** Sends what is ready, one after another. */
async function sendAll() {
  const own = busy
  if (own.sending) return
  own.sending = true
  for (let next = nextOne(true); next?.file && Date.now() >= notBefore; next = nextOne(true))
    await sendOne(next, next.file)
  own.sending = false
}

async function sendOne(upload: KeptUpload, file: Blob) {
  const { id, personId } = upload
  const abort = new AbortController()
  const onProgress = (sent: number) => {
    progress = { id, sent }
    alter(id, { state: 'sending', sent })
    tell({ type: 'progress', ...progress })
  }
  running = { id, abort }
  onProgress(0)
  try {
    if (await isSignedIn(personId)) {
      await sendPhoto({ ...upload, file }, { signal: abort.signal, onProgress })
      absences = 0
      failures = 0
      counts = { ...counts, done: counts.done + 1 }
      const sent = { state: 'done', file: null, caption: '', sentAt: Date.now() } as const
      await save({ ...upload, ...sent })
    } else stop()
  } catch (error) {
    if (abort.signal.aborted) counts = { ...counts, cancelled: counts.cancelled + 1 }
    else await notTaken(upload, error)
  }
  running = undefined
  progress = undefined
  await reload()
  tell({ type: 'changed', isRetry: false })
  if (!shown().some(isUnderWay)) await moveOn()
}

async function notTaken(upload: KeptUpload, error: unknown) {
  if (isUnauthorized(error)) {
    stop()
    return signInAgain()
  }
  const fate = fateOf(error)
  if (fate === 'tried') failures += 1
  if (fate === 'waits' || (fate === 'tried' && failures < TRIES)) {
    if (error instanceof NetworkError) noteOffline()
    return pause()
  }
  failures = 0
  counts = { ...counts, failed: counts.failed + 1 }
  // Another try of what was refused is another write.
  const key = fate === 'refused' ? newKey() : upload.key
  await save({ ...upload, key, state: 'failed', problem: messageOf(error) })
}
