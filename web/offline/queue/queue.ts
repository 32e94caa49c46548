import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import type { User } from '@plumbline/contract/people.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newKey, send } from '../../api/call.ts'
import { NetworkError, noteOffline, offlineSince, onConnection } from '../../api/connection.ts'
import { meRow } from '../../api/meRow.ts'
import { messageOf } from '../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../api/unauthorized.ts'
import { whileLocked } from '../../live/tabs.ts'
import { channelOf, personOf } from './names.ts'
import { reactionTo } from './reaction.ts'
import { type Queued, QueueStore } from './store.ts'

/** The progress of an item that is being sent. */
export interface Progress {
  readonly id: string
  /** The fraction sent so far, 0 to 1. */
  readonly progress: number
}

/** The results since the queue was last empty. */
export interface Counts {
  readonly sent: number
  readonly failed: number
  /** Items canceled while they were sent, which may have been saved. */
  readonly canceled: number
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** The fraction sent so far, 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** The person for whom this tab shows and sends the items of a queue. */
interface Session {
  client: QueryClient
  readonly personId: string
  readonly channel: BroadcastChannel
  readonly closing: AbortController
  /** Resolves once the stored items are loaded. */
  readonly loaded: Promise<void>
  /** Whether this tab sends. One tab of a browser sends the items that all of them show. */
  isSender: boolean
}

/** The state of this tab's sending. */
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
/** The number of server errors after which an item is marked as failed. */
const MAX_SERVER_ERRORS = 5
const idle: Sender = { state: 'idle' }
const noResults: Counts = { sent: 0, failed: 0, canceled: 0 }

/**
 * Whether the session of this browser belongs to the person, whatever this tab shows.
 * @throws ApiError, NetworkError
 */
async function isSignedIn(personId: string): Promise<boolean> {
  const response = await send(meRow)
  // The service worker does not know who has signed in since.
  if (response.headers.has(OFFLINE_SINCE_HEADER)) throw new NetworkError(undefined)
  const { id } = (await response.json()) as User
  return id === personId
}

/**
 * A queue of what a person has done and this browser still has to send. Its items are stored, and
 * sent one after another, each once, by one of the tabs that show them.
 */
export abstract class SendQueue<T extends Queued> {
  protected readonly store: QueueStore<T>
  readonly #name: string
  #session: Session | undefined
  /** The id of the person whose session ended in this tab. */
  #stoppedFor: string | undefined
  /** The stored items of the person, including those sent recently. */
  #stored: readonly T[] = []
  #sender: Sender = idle
  /** The item that another tab is sending. */
  #sentElsewhere: Progress | undefined
  #counts = noResults
  /** The number of consecutive attempts at which the server was unavailable or busy. */
  #outages = 0
  /** The number of server errors for the current item. */
  #serverErrors = 0

  /**
   * @param name the name of its database, and the beginning of those of its channels and locks
   * @param storeName the name of the table in that database
   */
  constructor(name: string, storeName: string) {
    this.#name = name
    this.store = new QueueStore(name, storeName)
  }

  /** Shows the stored items, and which of them is being sent. */
  protected abstract show(stored: readonly T[], sending: Progress | undefined): void
  /** Shows no items any more, because the tab belongs to somebody else. */
  protected abstract clear(): void
  /** The numbers of items shown: pending, failed, and lost if the tab is closed now. */
  protected abstract shownCounts(): {
    readonly pending: number
    readonly failed: number
    readonly lostOnClose: number
  }
  /** Whether an item is prepared for sending. */
  protected abstract isReady(item: T): boolean
  /** Sends an item. @throws ApiError, NetworkError, or an AbortError if it was canceled */
  protected abstract send(item: T, options: SendOptions): Promise<void>
  /** Stores that an item was sent. */
  protected abstract afterSending(item: T, client: QueryClient): Promise<void>
  /** Shows the results once nothing remains to be sent. */
  protected abstract settle(counts: Counts, client: QueryClient | undefined): Promise<void>
  /** Shows the progress of the item that is being sent. */
  protected showProgress(_progress: Progress) {}
  /** Continues the preparation of the items that are not ready. */
  protected prepare() {}
  /** Ends the preparation, because the session has ended. */
  protected stopPreparing() {}
  /** The reason why the server refused an item, as a sentence. */
  protected problemOf(_item: T, error: unknown): string {
    return messageOf(error)
  }

  /**
   * Starts sending the items that this browser stores for the person. Does nothing if it has
   * started.
   * @returns the session, or undefined if this tab has no person of its own or theirs has ended
   */
  start(client: QueryClient): Pick<Session, 'personId' | 'loaded'> | undefined {
    const person = personOf(client)
    if (!person || person.id === this.#stoppedFor) return undefined
    if (this.#session?.personId === person.id) {
      this.#session.client = client
      return this.#session
    }
    // Items added before the first start stay.
    if (this.#session) this.clear()
    this.#end()
    this.#session = {
      client,
      personId: person.id,
      channel: new BroadcastChannel(channelOf(this.#name, person)),
      closing: new AbortController(),
      loaded: this.#load(person.id),
      isSender: !navigator.locks,
    }
    this.#listen(this.#session)
    return this.#session
  }

  /** Resets the queue between tests. */
  reset() {
    this.#end()
    this.#stoppedFor = undefined
    this.#counts = noResults
    this.#outages = 0
    this.#serverErrors = 0
    this.clear()
    this.store.reset()
  }

  /** The stored items of the person. */
  protected get stored() {
    return this.#stored
  }

  /** The id of the person; undefined once the session has ended. */
  protected get personId() {
    return this.#session?.personId
  }

  async #load(personId: string) {
    // If this fails, expired items are deleted another time.
    await this.store.tidy(personId).catch(() => undefined)
    await this.reload()
    this.process()
  }

  /** Listens to the other tabs, to the connection, and for this tab's turn to send. */
  #listen(session: Session) {
    const { personId, channel, closing } = session
    const { signal } = closing
    channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => void this.#receive(data)
    const onShow = () => document.hidden || this.#retryNow()
    const onClose = (event: BeforeUnloadEvent) => {
      if (this.shownCounts().lostOnClose > 0) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onShow, { signal })
    window.addEventListener('beforeunload', onClose, { signal })
    const stopListening = onConnection(() => offlineSince() === undefined && this.#retryNow())
    const takeOver = () => {
      session.isSender = true
      void this.reload().then(() => this.process())
      return { close: () => undefined }
    }
    const lock = `${this.#name}-sender-${personId}`
    const release = navigator.locks && whileLocked(lock, signal, takeOver)
    signal.addEventListener('abort', () => {
      release?.()
      stopListening()
      channel.close()
    })
  }

  /**
   * Stops sending from this tab, because the session ended or belongs to another person. Waiting
   * items stay stored.
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
    this.#sentElsewhere = undefined
    this.stopPreparing()
  }

  async #receive(message: QueueMessage) {
    if (message.type === 'progress') {
      this.#sentElsewhere = message
      return this.showProgress(message)
    }
    this.#sentElsewhere = undefined
    if (message.type === 'changed' && message.isRetry) this.#resume()
    await this.reload()
    if (message.type === 'settled') await this.settle(message.counts, this.#session?.client)
    else await this.#processOrSettle()
  }

  #broadcast(message: QueueMessage) {
    this.#session?.channel.postMessage(message)
  }

  /** Reads the stored items and shows them. */
  protected async reload() {
    const session = this.#session
    if (!session) return
    // If reading fails, the screen stays as it is.
    const stored = await this.store.allOf(session.personId).catch(() => undefined)
    if (!stored || this.#session !== session) return
    this.#stored = stored
    const own = this.#sender.state === 'sending' ? this.#sender : undefined
    // It was canceled in this or another tab.
    if (own && !stored.some(({ id }) => id === own.id)) own.abort.abort()
    this.show(stored, own ?? this.#sentElsewhere)
  }

  /**
   * Shows a change in this and the other tabs and continues the queue. A retry by the person ends
   * the pause.
   */
  protected async changed({ isRetry = false } = {}) {
    if (isRetry) this.#resume()
    await this.reload()
    this.#broadcast({ type: 'changed', isRetry })
    await this.#processOrSettle()
  }

  async #processOrSettle() {
    this.process()
    const { pending, failed } = this.shownCounts()
    if (pending > 0 || Object.values(this.#counts).every((count) => count === 0)) return
    // A failed item may have been retried since.
    const counts = { ...this.#counts, failed: Math.min(this.#counts.failed, failed) }
    this.#counts = noResults
    this.#broadcast({ type: 'settled', counts })
    await this.settle(counts, this.#session?.client)
  }

  protected process() {
    this.prepare()
    if (this.#sender.state === 'idle') void this.#sendNext()
  }

  /** The first waiting item that this tab may send or, with `isReady` false, prepare. */
  protected next(isReady: boolean) {
    return this.#stored.find(
      (item) =>
        item.state === 'waiting' &&
        this.isReady(item) === isReady &&
        // No other tab can send an item that only this tab holds.
        (this.#session?.isSender || !this.store.isPersisted(item)),
    )
  }

  /** Stores a changed item, and uses it even if it cannot be read again. */
  protected async save(changed: T) {
    await this.store.change(changed)
    this.#stored = this.#stored.map((each) => (each.id === changed.id ? changed : each))
  }

  /** Sends the prepared items, one after another. */
  async #sendNext() {
    const session = this.#session
    const next = this.next(true)
    if (!session || !next) return
    const { id } = next
    const abort = new AbortController()
    const onProgress = (progress: number) => {
      this.#sender = { state: 'sending', id, progress, abort }
      this.showProgress({ id, progress })
      this.#broadcast({ type: 'progress', id, progress })
    }
    onProgress(0)
    try {
      if (!(await isSignedIn(session.personId))) return this.#stop()
      await this.send(next, { signal: abort.signal, onProgress })
      this.#outages = 0
      this.#serverErrors = 0
      this.#counts = { ...this.#counts, sent: this.#counts.sent + 1 }
      await this.afterSending(next, session.client)
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
    await this.changed()
  }

  async #handleFailure(item: T, error: unknown) {
    const reaction = reactionTo(error)
    if (reaction === 'retry') this.#serverErrors += 1
    if (reaction === 'wait' || (reaction === 'retry' && this.#serverErrors < MAX_SERVER_ERRORS)) {
      if (error instanceof NetworkError) noteOffline()
      return this.#pause()
    }
    this.#serverErrors = 0
    this.#counts = { ...this.#counts, failed: this.#counts.failed + 1 }
    // A retry of a refused item is another write.
    const key = reaction === 'giveUp' ? newKey() : item.key
    await this.save({ ...item, key, state: 'failed', problem: this.problemOf(item, error) })
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
    this.process()
  }
}
