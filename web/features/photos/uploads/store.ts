import { DAY_MS } from '@plumbline/contract/time.ts'
import type { UploadFields } from './fields.ts'
import { DATABASE } from './names.ts'

/**
 * An upload as this browser stores it. After it was sent, a record without the file, which detects
 * duplicates.
 */
export interface StoredUpload extends UploadFields {
  readonly id: string
  /** The owner. Nobody else sees or sends it. */
  readonly personId: string
  /** The dialog, task or property it was chosen in. */
  readonly batch: string
  /** When it was chosen, in milliseconds. Unique per upload. */
  readonly at: number
  readonly name: string
  /** The bytes to send. Null after they were sent. */
  readonly file: Blob | null
  /** Whether `file` is prepared for sending. Every attempt sends the same bytes. */
  readonly isReady: boolean
  /** The fingerprint of the chosen file. */
  readonly hash: string
  /** The `Idempotency-Key` of every attempt. */
  readonly key: string
  readonly state: 'waiting' | 'failed' | 'sent'
  /** Why the server refused it. */
  readonly problem: string | null
  /** When it was sent, in milliseconds. Null before. */
  readonly sentAt: number | null
}

const STORE = 'uploads'
const PERSON_INDEX = 'personId'
/** The time that a sent upload is remembered, which is as long as the server remembers its key. */
const SENT_RETENTION_MS = DAY_MS
/** The age at which uploads of somebody who never came back are deleted. */
const ABANDONED_AFTER_MS = 30 * DAY_MS

/** Whether an upload was not sent yet, or recently. */
export const isRemembered = ({ sentAt }: StoredUpload) =>
  sentAt === null || Date.now() - sentAt < SENT_RETENTION_MS

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: 'id' })
      store.createIndex(PERSON_INDEX, PERSON_INDEX)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database'))
  })
}

type Work<T> = (store: IDBObjectStore) => IDBRequest<T>

/** The uploads that this browser stores for all its people. */
export class UploadStore {
  /** Uploads that this browser refuses to store. They last as long as this tab. */
  readonly #memory = new Map<string, StoredUpload>()
  /** Resolves to undefined if the browser offers no database, as in some private windows. */
  #database: Promise<IDBDatabase | undefined> | undefined

  /** Whether it survives closing the tab. */
  readonly isPersisted = ({ id }: Pick<StoredUpload, 'id'>) => !this.#memory.has(id)

  /**
   * All uploads of a person, in the order they were chosen.
   * @throws DOMException if they cannot be read
   */
  async allOf(personId: string): Promise<StoredUpload[]> {
    const found = await this.#run('readonly', (store) => {
      const request: IDBRequest<StoredUpload[]> = store.index(PERSON_INDEX).getAll(personId)
      return request
    })
    const own = [...this.#memory.values()].filter((upload) => upload.personId === personId)
    return [...(found ?? []).filter(this.isPersisted), ...own].sort((a, b) => a.at - b.at)
  }

  /** Stores a new upload, in this tab only if the browser refuses. */
  async add(upload: StoredUpload) {
    const key = await this.#run('readwrite', (store) => store.put(upload)).catch(() => undefined)
    if (key === undefined) this.#memory.set(upload.id, upload)
  }

  /** Stores a changed upload, unless it was deleted in the meantime, possibly by another tab. */
  async change(upload: StoredUpload) {
    if (this.#memory.has(upload.id)) return void this.#memory.set(upload.id, upload)
    try {
      await this.#run('readwrite', (store) => {
        const request = store.getKey(upload.id)
        request.onsuccess = () => {
          if (request.result !== undefined) store.put(upload)
        }
        return request
      })
    } catch {
      // This tab continues with the change. Later tabs read the version stored before.
      this.#memory.set(upload.id, upload)
    }
  }

  /** Deletes an upload. */
  async drop(id: string) {
    this.#memory.delete(id)
    await this.#run('readwrite', (store) => store.delete(id))
  }

  /** Deletes uploads that were sent long ago, and those that other people abandoned. */
  async tidy(personId: string) {
    const isExpired = (upload: StoredUpload) =>
      !isRemembered(upload) ||
      (upload.personId !== personId && Date.now() - upload.at > ABANDONED_AFTER_MS)
    for (const upload of this.#memory.values())
      if (isExpired(upload)) this.#memory.delete(upload.id)
    await this.#run('readwrite', (store) => {
      const request = store.openCursor()
      request.onsuccess = () => {
        const cursor = request.result
        if (!cursor) return
        if (isExpired(cursor.value as StoredUpload)) cursor.delete()
        cursor.continue()
      }
      return request
    })
  }

  /** Deletes what only this tab stores, between tests. */
  reset() {
    this.#memory.clear()
  }

  /**
   * Runs a request in a transaction. Retries once if the browser closed the database, as phones do
   * to pages in the background.
   * @returns its result, or undefined without a database
   */
  async #run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    try {
      return await this.#attempt(mode, work)
    } catch {
      this.#database = undefined
      return this.#attempt(mode, work)
    }
  }

  async #attempt<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    this.#database ??= open().catch(() => undefined)
    const database = await this.#database
    if (!database) return undefined
    // Strict, so that stored uploads survive a battery that runs out.
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(STORE))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('Not written'))
    })
  }
}
