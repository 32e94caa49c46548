import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { NetworkError, noteOffline, offlineSince, onConnection } from '../../../api/connection.ts'
import { refreshAll } from '../../../api/query.ts'
import { messageOf } from '../../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../../api/unauthorized.ts'
import { whileLocked } from '../../../live/tabs.ts'
import { toast } from '../../../ui/toasts.ts'
import { channelOf, personOf } from './names.ts'
import { isSignedIn, reactionTo, sendPhoto } from './send.ts'
import { type Progress, showStored } from './showStored.ts'
import { shrink } from './shrink.ts'
import { allOf, change, isPersisted, resetUploads, type StoredUpload, tidy } from './store.ts'
import { alter, hide, isLostOnClose, isPending, show, shown } from './uploadState.ts'

/** The queue of the person of this tab. */
export interface Queue {
  client: QueryClient
  readonly personId: string
  readonly channel: BroadcastChannel
  readonly closing: AbortController
  /** Resolves once the stored uploads are loaded. */
  readonly loaded: Promise<void>
  /** The stored uploads, including those sent recently. */
  stored: readonly StoredUpload[]
  /** Whether this tab sends. One tab of a browser sends the uploads that all of them show. */
  isSender: boolean
}

/** The results since the queue was last empty. */
interface Counts {
  readonly done: number
  readonly failed: number
  /** Uploads canceled while they were sent, which may have been saved. */
  readonly cancelled: number
}

/** A message between the tabs of a person. */
type QueueMessage =
  | { readonly type: 'changed'; readonly isRetry: boolean }
  | (Progress & { readonly type: 'progress' })
  | { readonly type: 'settled'; readonly counts: Counts }

/** The first and the longest delay before an unavailable or busy server is tried again. */
const RETRY_DELAY_MS = 2_000
const MAX_RETRY_DELAY_MS = MINUTE_MS
/** The number of server errors after which a photo is marked as failed. */
const MAX_SERVER_ERRORS = 5
const noResults: Counts = { done: 0, failed: 0, cancelled: 0 }

let queue: Queue | undefined
/** The id of the person whose queue was stopped in this tab. */
let stoppedFor: string | undefined
let counts = noResults
/** The progress of the upload that this or another tab is sending. */
let progress: Progress | undefined
/** The upload that this tab is sending. */
let running: { readonly id: string; readonly abort: AbortController } | undefined
/** The number of consecutive attempts at which the server was unavailable or busy. */
let outages = 0
/** The number of server errors for the current photo. */
let serverErrors = 0
let notBefore = 0
let timer: ReturnType<typeof setTimeout> | undefined
let busy = { sending: false, preparing: false }

/**
 * Starts sending the uploads that this browser stores for the person. Does nothing if it has
 * started.
 * @returns the queue, or undefined if this tab has no person of its own or was stopped
 */
export function startQueue(client: QueryClient): Queue | undefined {
  const person = personOf(client)
  if (!person || person.id === stoppedFor) return undefined
  if (queue?.personId === person.id) {
    queue.client = client
    return queue
  }
  // Files chosen before this module was loaded stay.
  if (queue) show([])
  queue?.closing.abort()
  const started: Queue = {
    client,
    personId: person.id,
    channel: new BroadcastChannel(channelOf(person)),
    closing: new AbortController(),
    loaded: load(person.id),
    stored: [],
    isSender: !navigator.locks,
  }
  queue = started
  listen(started)
  return started
}

/**
 * Stops sending from this tab, because the session ended or belongs to another person. Waiting
 * uploads stay stored.
 */
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
  counts = noResults
  progress = undefined
  outages = 0
  serverErrors = 0
  notBefore = 0
  busy = { sending: false, preparing: false }
  show([])
  resetUploads()
}

async function load(personId: string) {
  // If this fails, expired uploads are deleted another time.
  await tidy(personId).catch(() => undefined)
  await reload()
  processQueue()
}

/** Listens to the other tabs, to the connection, and for this tab's turn to send. */
function listen({ personId, channel, closing: { signal } }: Queue) {
  channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => void receive(data)
  const stopListening = onConnection(() => {
    if (offlineSince() === undefined) retryNow()
  })
  const onShow = () => document.hidden || retryNow()
  document.addEventListener('visibilitychange', onShow, { signal })
  window.addEventListener('beforeunload', warn, { signal })
  const release = navigator.locks && whileLocked(`sender-${personId}`, signal, takeOver)
  signal.addEventListener('abort', () => {
    release?.()
    stopListening()
    channel.close()
  })
}

/** Makes this tab the one that sends. */
function takeOver() {
  if (queue) queue.isSender = true
  void reload().then(processQueue)
  return { close: () => undefined }
}

function warn(event: BeforeUnloadEvent) {
  if (shown().some(isLostOnClose)) event.preventDefault()
}

async function receive(message: QueueMessage) {
  if (message.type === 'progress') {
    progress = message
    return alter(message.id, { state: 'sending', sent: message.sent })
  }
  if (message.type === 'changed' && message.isRetry) endDelay()
  if (!running) progress = undefined
  await reload()
  // It was canceled in another tab.
  if (running && !queue?.stored.some(({ id }) => id === running?.id)) running.abort.abort()
  if (message.type === 'settled') await settle(message.counts)
  else await processOrSettle()
}

const broadcast = (message: QueueMessage) => queue?.channel.postMessage(message)

/** Reads the stored uploads and shows them. */
async function reload() {
  if (!queue) return
  const { personId } = queue
  // If reading fails, the screen stays as it is.
  const stored = await allOf(personId).catch(() => undefined)
  if (!stored || queue?.personId !== personId) return
  queue.stored = stored
  showStored(stored, progress)
}

/**
 * Shows a change in this and the other tabs and continues the queue. A retry by the person skips
 * the delay.
 */
export async function changed({ isRetry = false } = {}) {
  if (isRetry) endDelay()
  await reload()
  broadcast({ type: 'changed', isRetry })
  await processOrSettle()
}

/** Aborts an upload that was canceled. */
export function abortUpload(id: string) {
  if (running?.id === id) running.abort.abort()
}

async function processOrSettle() {
  processQueue()
  if (shown().some(isPending) || Object.values(counts).every((count) => count === 0)) return
  // A failed upload may have been retried since.
  const failed = shown().filter(({ state }) => state === 'failed').length
  const results = { ...counts, failed: Math.min(counts.failed, failed) }
  counts = noResults
  broadcast({ type: 'settled', counts: results })
  await settle(results)
}

/**
 * Called when nothing remains to be sent. Shows the result and replaces the tiles with the new
 * photos.
 */
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

function processQueue() {
  void prepareAll()
  void sendAll()
}

function endDelay() {
  clearTimeout(timer)
  notBefore = 0
}

/** Ends the delay and retries at once. */
function retryNow() {
  endDelay()
  processQueue()
}

function scheduleRetry() {
  const delay = backoffDelay(outages, RETRY_DELAY_MS, MAX_RETRY_DELAY_MS)
  outages += 1
  notBefore = Date.now() + delay
  clearTimeout(timer)
  timer = setTimeout(retryNow, delay)
}

/** Stores an upload, and uses it even if it cannot be read again. */
async function save(upload: StoredUpload) {
  await change(upload)
  if (queue) queue.stored = queue.stored.map((each) => (each.id === upload.id ? upload : each))
}

/** The first waiting upload that this tab may send or, with `isReady` false, prepare. */
const nextOne = (isReady: boolean) =>
  queue?.stored.find(
    (upload) =>
      upload.state === 'waiting' &&
      upload.isReady === isReady &&
      // No other tab can send an upload that only this tab holds.
      (queue?.isSender || !isPersisted(upload)),
  )

/** Prepares the files for sending, one after another because a decoded picture takes 50 MB. */
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

/** Sends the prepared uploads, one after another. */
async function sendAll() {
  const own = busy
  if (own.sending) return
  own.sending = true
  for (let next = nextOne(true); next?.file && Date.now() >= notBefore; next = nextOne(true))
    await sendOne(next, next.file)
  own.sending = false
}

async function sendOne(upload: StoredUpload, file: Blob) {
  const { id, personId } = upload
  const abort = new AbortController()
  const onProgress = (sent: number) => {
    progress = { id, sent }
    alter(id, { state: 'sending', sent })
    broadcast({ type: 'progress', ...progress })
  }
  running = { id, abort }
  onProgress(0)
  try {
    if (await isSignedIn(personId)) {
      await sendPhoto({ ...upload, file }, { signal: abort.signal, onProgress })
      outages = 0
      serverErrors = 0
      counts = { ...counts, done: counts.done + 1 }
      const sent = { state: 'done', file: null, caption: '', sentAt: Date.now() } as const
      await save({ ...upload, ...sent })
    } else stop()
  } catch (error) {
    if (abort.signal.aborted) counts = { ...counts, cancelled: counts.cancelled + 1 }
    else await handleFailure(upload, error)
  }
  running = undefined
  progress = undefined
  await reload()
  broadcast({ type: 'changed', isRetry: false })
  if (!shown().some(isPending)) await processOrSettle()
}

async function handleFailure(upload: StoredUpload, error: unknown) {
  if (isUnauthorized(error)) {
    stop()
    return signInAgain()
  }
  const reaction = reactionTo(error)
  if (reaction === 'retry') serverErrors += 1
  if (reaction === 'wait' || (reaction === 'retry' && serverErrors < MAX_SERVER_ERRORS)) {
    if (error instanceof NetworkError) noteOffline()
    return scheduleRetry()
  }
  serverErrors = 0
  counts = { ...counts, failed: counts.failed + 1 }
  // A retry of a refused upload is another write.
  const key = reaction === 'giveUp' ? newKey() : upload.key
  await save({ ...upload, key, state: 'failed', problem: messageOf(error) })
}
