import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { NetworkError, noteOffline, offlineSince, onConnection } from '../../../api/connection.ts'
import { refreshAll } from '../../../api/query.ts'
import { messageOf } from '../../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../../api/unauthorized.ts'
import { whileLocked } from '../../../live/tabs.ts'
import { fieldsOf, isSamePlace, noFields, type UploadFields } from './fields.ts'
import { type Progress, UploadList } from './list.ts'
import { channelOf, personOf } from './names.ts'
import { type Counts, noResults, toastResults } from './results.ts'
import { isSignedIn, reactionTo, sendPhoto } from './send.ts'
import { shrink } from './shrink.ts'
import { isRemembered, type StoredUpload, UploadStore } from './store.ts'
import { canSubmit, fingerprint, isLostOnClose, isPending, type Upload } from './upload.ts'

/** The person for whom this tab shows and sends uploads. */
interface Session {
  client: QueryClient
  readonly personId: string
  readonly channel: BroadcastChannel
  readonly closing: AbortController
  /** Resolves once the stored uploads are loaded. */
  readonly loaded: Promise<void>
  /** Whether this tab sends. One tab of a browser sends the uploads that all of them show. */
  isSender: boolean
}

/** The state of this tab's sending of the uploads that are ready. */
type Sender =
  | { readonly state: 'idle' }
  | (Progress & { readonly state: 'sending'; readonly abort: AbortController })
  /** The server was unavailable or busy. The timer ends the pause. */
  | { readonly state: 'paused'; readonly timer: ReturnType<typeof setTimeout> }

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
const idle: Sender = { state: 'idle' }

/**
 * The photos of a person that wait in this browser to be sent. They are stored, prepared and sent
 * one after another, by one of the tabs that show them.
 */
class UploadQueue {
  readonly list = new UploadList()
  readonly #store = new UploadStore()
  #session: Session | undefined
  /** The id of the person whose session ended in this tab. */
  #stoppedFor: string | undefined
  /** The stored uploads, including those sent recently. */
  #stored: readonly StoredUpload[] = []
  #sender: Sender = idle
  #isShrinking = false
  /** The upload that another tab is sending. */
  #sentElsewhere: Progress | undefined
  #counts = noResults
  /** The number of consecutive attempts at which the server was unavailable or busy. */
  #outages = 0
  /** The number of server errors for the current photo. */
  #serverErrors = 0

  /**
   * Starts sending the uploads that this browser stores for the person. Does nothing if it has
   * started.
   * @returns the session, or undefined if this tab has no person of its own or theirs has ended
   */
  start(client: QueryClient): Session | undefined {
    const person = personOf(client)
    if (!person || person.id === this.#stoppedFor) return undefined
    if (this.#session?.personId === person.id) {
      this.#session.client = client
      return this.#session
    }
    // Files chosen before the first start stay.
    if (this.#session) this.list.show([])
    this.#end()
    this.#session = {
      client,
      personId: person.id,
      channel: new BroadcastChannel(channelOf(person)),
      closing: new AbortController(),
      loaded: this.#load(person.id),
      isSender: !navigator.locks,
    }
    this.#listen(this.#session)
    return this.#session
  }

  /** Sends the chosen files of a batch, and retries its failed uploads. */
  sendBatch(client: QueryClient, batch: string, values: Partial<UploadFields>) {
    const fields = { ...noFields, ...values }
    const included = this.list.all().filter((each) => each.batch === batch && canSubmit(each))
    void this.submit(
      client,
      included.map((upload) => ({ ...upload, ...fields })),
    )
  }

  /**
   * Sends uploads, retries failed ones and sends duplicates anyway. They are pending from now on,
   * even if their form is closed.
   */
  async submit(client: QueryClient, uploads: readonly Upload[]) {
    for (const upload of uploads)
      this.list.alter(upload.id, { ...fieldsOf(upload), state: 'waiting' })
    const session = this.start(client)
    if (!session) return
    await session.loaded
    for (const upload of uploads) {
      if (upload.stored) await this.#sendAgain(upload.stored, fieldsOf(upload))
      else await this.#enqueue(upload, session.personId)
      await this.#changed({ isRetry: upload.stored !== null })
    }
  }

  /** Removes an upload, whether or not it is being sent. */
  async cancel({ id, stored }: Upload) {
    this.list.hide((upload) => upload.id === id)
    if (!stored) return
    await this.#store.drop(id)
    await this.#changed()
  }

  /** Resets the queue between tests. */
  reset() {
    this.#end()
    this.#stoppedFor = undefined
    this.#counts = noResults
    this.#outages = 0
    this.#serverErrors = 0
    this.list.show([])
    this.#store.reset()
  }

  async #load(personId: string) {
    // If this fails, expired uploads are deleted another time.
    await this.#store.tidy(personId).catch(() => undefined)
    await this.#reload()
    this.#process()
  }

  /** Listens to the other tabs, to the connection, and for this tab's turn to send. */
  #listen(session: Session) {
    const { personId, channel, closing } = session
    const { signal } = closing
    channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => void this.#receive(data)
    const onShow = () => document.hidden || this.#retryNow()
    const onClose = (event: BeforeUnloadEvent) => {
      if (this.list.all().some(isLostOnClose)) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onShow, { signal })
    window.addEventListener('beforeunload', onClose, { signal })
    const stopListening = onConnection(() => offlineSince() === undefined && this.#retryNow())
    const takeOver = () => {
      session.isSender = true
      void this.#reload().then(() => this.#process())
      return { close: () => undefined }
    }
    const release = navigator.locks && whileLocked(`sender-${personId}`, signal, takeOver)
    signal.addEventListener('abort', () => {
      release?.()
      stopListening()
      channel.close()
    })
  }

  /**
   * Stops sending from this tab, because the session ended or belongs to another person. Waiting
   * uploads stay stored.
   */
  #stop() {
    this.#stoppedFor = this.#session?.personId
    this.#end()
  }

  #end() {
    this.#resume()
    if (this.#sender.state === 'sending') this.#sender.abort.abort()
    this.#session?.closing.abort()
    this.#session = undefined
    this.#stored = []
    this.#sender = idle
    this.#isShrinking = false
    this.#sentElsewhere = undefined
  }

  async #receive(message: QueueMessage) {
    if (message.type === 'progress') {
      this.#sentElsewhere = message
      return this.list.showProgress(message)
    }
    this.#sentElsewhere = undefined
    if (message.type === 'changed' && message.isRetry) this.#resume()
    await this.#reload()
    if (message.type === 'settled') await this.#settle(message.counts)
    else await this.#processOrSettle()
  }

  #broadcast(message: QueueMessage) {
    this.#session?.channel.postMessage(message)
  }

  /** Reads the stored uploads and shows them. */
  async #reload() {
    const session = this.#session
    if (!session) return
    // If reading fails, the screen stays as it is.
    const stored = await this.#store.allOf(session.personId).catch(() => undefined)
    if (!stored || this.#session !== session) return
    this.#stored = stored
    const own = this.#sender.state === 'sending' ? this.#sender : undefined
    // It was canceled in this or another tab.
    if (own && !stored.some(({ id }) => id === own.id)) own.abort.abort()
    this.list.showStored(stored, this.#store.isPersisted, own ?? this.#sentElsewhere)
  }

  /**
   * Shows a change in this and the other tabs and continues the queue. A retry by the person ends
   * the pause.
   */
  async #changed({ isRetry = false } = {}) {
    if (isRetry) this.#resume()
    await this.#reload()
    this.#broadcast({ type: 'changed', isRetry })
    await this.#processOrSettle()
  }

  async #processOrSettle() {
    this.#process()
    const uploads = this.list.all()
    if (uploads.some(isPending) || Object.values(this.#counts).every((count) => count === 0)) return
    // A failed upload may have been retried since.
    const failed = uploads.filter(({ state }) => state === 'failed').length
    const counts = { ...this.#counts, failed: Math.min(this.#counts.failed, failed) }
    this.#counts = noResults
    this.#broadcast({ type: 'settled', counts })
    await this.#settle(counts)
  }

  /** Shows the results when nothing remains to be sent, and replaces the tiles with new photos. */
  async #settle(counts: Counts) {
    toastResults(counts)
    if (counts.sent + counts.canceled > 0 && this.#session) await refreshAll(this.#session.client)
    this.list.hide(({ state }) => state === 'sent')
  }

  /** With other fields it is another write, which needs another key. */
  async #sendAgain(stored: StoredUpload, fields: UploadFields) {
    const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(stored))
    const key = isSame ? stored.key : newKey()
    await this.#store.change({ ...stored, ...fields, key, state: 'waiting', problem: null })
  }

  /**
   * Stores an upload, unless the same file is in the queue for the same place or was sent there.
   */
  async #enqueue(upload: Upload, personId: string) {
    const { id, batch, at, name, file } = upload
    const hash = await fingerprint(file, name).catch(() => null)
    if (hash === null)
      return this.list.alter(id, { state: 'failed', problem: 'This file cannot be read' })
    const fields = fieldsOf(upload)
    const existing = this.#stored.find(
      (other) => other.hash === hash && isSamePlace(other, fields) && isRemembered(other),
    )
    // Reported once. A retry sends it anyway.
    if (existing && upload.state !== 'duplicate') {
      const problem = existing.sentAt === null ? 'Already in the queue' : 'Already uploaded'
      return this.list.alter(id, { state: 'duplicate', problem })
    }
    await this.#store.add({
      ...{ id, batch, at, name, file, ...fields, hash, key: newKey(), personId },
      ...{ isReady: false, state: 'waiting', problem: null, sentAt: null },
    })
    // It was canceled in the meantime.
    if (!this.list.all().some((each) => each.id === id)) await this.#store.drop(id)
  }

  #process() {
    if (!this.#isShrinking) void this.#shrinkNext()
    if (this.#sender.state === 'idle') void this.#sendNext()
  }

  /** The first waiting upload that this tab may send or, with `isReady` false, prepare. */
  #next(isReady: boolean) {
    return this.#stored.find(
      (upload) =>
        upload.state === 'waiting' &&
        upload.isReady === isReady &&
        // No other tab can send an upload that only this tab holds.
        (this.#session?.isSender || !this.#store.isPersisted(upload)),
    )
  }

  /** Stores a changed upload, and uses it even if it cannot be read again. */
  async #save(changed: StoredUpload) {
    await this.#store.change(changed)
    this.#stored = this.#stored.map((each) => (each.id === changed.id ? changed : each))
  }

  /** Prepares the files for sending, one after another because a decoded picture takes 50 MB. */
  async #shrinkNext() {
    const session = this.#session
    const next = this.#next(false)
    if (!session || !next?.file) return
    this.#isShrinking = true
    await this.#save({ ...next, file: await shrink(next.file), isReady: true })
    if (this.#session !== session) return
    this.#isShrinking = false
    await this.#reload()
    this.#process()
  }

  /** Sends the prepared uploads, one after another. */
  async #sendNext() {
    const session = this.#session
    const next = this.#next(true)
    if (!session || !next?.file) return
    const { id, file } = next
    const abort = new AbortController()
    const onProgress = (progress: number) => {
      this.#sender = { state: 'sending', id, progress, abort }
      this.list.showProgress({ id, progress })
      this.#broadcast({ type: 'progress', id, progress })
    }
    onProgress(0)
    try {
      if (!(await isSignedIn(session.personId))) return this.#stop()
      await sendPhoto({ ...next, file }, { signal: abort.signal, onProgress })
      this.#outages = 0
      this.#serverErrors = 0
      this.#counts = { ...this.#counts, sent: this.#counts.sent + 1 }
      await this.#save({ ...next, state: 'sent', file: null, caption: '', sentAt: Date.now() })
    } catch (error) {
      if (this.#session !== session) return
      if (abort.signal.aborted)
        this.#counts = { ...this.#counts, canceled: this.#counts.canceled + 1 }
      else if (isUnauthorized(error)) {
        this.#stop()
        return signInAgain()
      } else await this.#handleFailure(next, error)
    }
    if (this.#session !== session) return
    // Unless it is paused.
    if (this.#sender.state === 'sending') this.#sender = idle
    await this.#changed()
  }

  async #handleFailure(upload: StoredUpload, error: unknown) {
    const reaction = reactionTo(error)
    if (reaction === 'retry') this.#serverErrors += 1
    if (reaction === 'wait' || (reaction === 'retry' && this.#serverErrors < MAX_SERVER_ERRORS)) {
      if (error instanceof NetworkError) noteOffline()
      return this.#pause()
    }
    this.#serverErrors = 0
    this.#counts = { ...this.#counts, failed: this.#counts.failed + 1 }
    // A retry of a refused upload is another write.
    const key = reaction === 'giveUp' ? newKey() : upload.key
    await this.#save({ ...upload, key, state: 'failed', problem: messageOf(error) })
  }

  /** Waits before the server is tried again. */
  #pause() {
    const delay = backoffDelay(this.#outages, RETRY_DELAY_MS, MAX_RETRY_DELAY_MS)
    this.#outages += 1
    this.#sender = { state: 'paused', timer: setTimeout(() => this.#retryNow(), delay) }
  }

  /** Ends the pause. */
  #resume() {
    if (this.#sender.state !== 'paused') return
    clearTimeout(this.#sender.timer)
    this.#sender = idle
  }

  #retryNow() {
    this.#resume()
    this.#process()
  }
}

/** The only queue of this tab. */
export const uploadQueue = new UploadQueue()
