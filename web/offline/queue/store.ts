import { DAY_MS } from '@plumbline/contract/time.ts'

/** The fields that every item of a queue has. */
export interface Queued {
  readonly id: string
  /** The owner. Nobody else sees or sends it. */
  readonly personId: string
  /** When it was added, in milliseconds. Unique in its queue, whose order it is. */
  readonly at: number
  /** The `Idempotency-Key` of every attempt. */
  readonly key: string
  readonly state: 'waiting' | 'failed' | 'sent'
  /** Why the server refused it. */
  readonly problem: string | null
  /** When it was sent, in milliseconds. Null before. */
  readonly sentAt: number | null
}

const PERSON_INDEX = 'personId'
/** The time that a sent item is remembered, which is as long as the server remembers its key. */
const SENT_RETENTION_MS = DAY_MS
/** The age at which items of somebody who never came back are deleted. */
const ABANDONED_AFTER_MS = 30 * DAY_MS

/** Whether an item was not sent yet, or recently. */
export const isRemembered = ({ sentAt }: Pick<Queued, 'sentAt'>) =>
  sentAt === null || Date.now() - sentAt < SENT_RETENTION_MS

function open(database: string, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(name, { keyPath: 'id' })
      store.createIndex(PERSON_INDEX, PERSON_INDEX)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database'))
  })
}

type Work<T> = (store: IDBObjectStore) => IDBRequest<T>

/** The items of a queue that this browser stores for all its people. */
export class QueueStore<T extends Queued> {
  readonly #databaseName: string
  readonly #name: string
  /** Items that this browser refuses to store. They last as long as this tab. */
  readonly #memory = new Map<string, T>()
  /** Resolves to undefined if the browser offers no database, as in some private windows. */
  #database: Promise<IDBDatabase | undefined> | undefined

  constructor(databaseName: string, name: string) {
    this.#databaseName = databaseName
    this.#name = name
  }

  /** Whether it survives closing the tab. */
  readonly isPersisted = ({ id }: Pick<Queued, 'id'>) => !this.#memory.has(id)

  /**
   * All items of a person, in the order they were added.
   * @throws DOMException if they cannot be read
   */
  async allOf(personId: string): Promise<T[]> {
    const found = await this.#run('readonly', (store) => {
      const request: IDBRequest<T[]> = store.index(PERSON_INDEX).getAll(personId)
      return request
    })
    const own = [...this.#memory.values()].filter((item) => item.personId === personId)
    return [...(found ?? []).filter(this.isPersisted), ...own].sort((a, b) => a.at - b.at)
  }

  /** Stores a new item, in this tab only if the browser refuses. */
  async add(item: T) {
    const key = await this.#run('readwrite', (store) => store.put(item)).catch(() => undefined)
    if (key === undefined) this.#memory.set(item.id, item)
  }

  /** Stores a changed item, unless it was deleted in the meantime, possibly by another tab. */
  async change(item: T) {
    if (this.#memory.has(item.id)) return void this.#memory.set(item.id, item)
    try {
      await this.#run('readwrite', (store) => {
        const request = store.getKey(item.id)
        request.onsuccess = () => {
          if (request.result !== undefined) store.put(item)
        }
        return request
      })
    } catch {
      // This tab continues with the change. Later tabs read the version stored before.
      this.#memory.set(item.id, item)
    }
  }

  /** Deletes an item. */
  async drop(id: string) {
    this.#memory.delete(id)
    await this.#run('readwrite', (store) => store.delete(id))
  }

  /** Deletes items that were sent long ago, and those that other people abandoned. */
  async tidy(personId: string) {
    const isExpired = (item: T) =>
      !isRemembered(item) ||
      (item.personId !== personId && Date.now() - item.at > ABANDONED_AFTER_MS)
    for (const item of this.#memory.values()) if (isExpired(item)) this.#memory.delete(item.id)
    await this.#run('readwrite', (store) => {
      const request = store.openCursor()
      request.onsuccess = () => {
        const cursor = request.result
        if (!cursor) return
        if (isExpired(cursor.value as T)) cursor.delete()
        cursor.continue()
      }
      return request
    })
  }

  /** Deletes the items that only this tab stores, between tests. */
  reset() {
    this.#memory.clear()
  }

  /**
   * Runs a request in a transaction. Retries once if the browser closed the database, as phones do
   * to pages in the background.
   * @returns its result, or undefined without a database
   */
  async #run<R>(mode: IDBTransactionMode, work: Work<R>): Promise<R | undefined> {
    try {
      return await this.#attempt(mode, work)
    } catch {
      this.#database = undefined
      return this.#attempt(mode, work)
    }
  }

  async #attempt<R>(mode: IDBTransactionMode, work: Work<R>): Promise<R | undefined> {
    this.#database ??= open(this.#databaseName, this.#name).catch(() => undefined)
    const database = await this.#database
    if (!database) return undefined
    // Strict, so that stored items survive a battery that runs out.
    const transaction = database.transaction(this.#name, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(this.#name))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('Not written'))
    })
  }
}
