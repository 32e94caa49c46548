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
  readonly state: 'waiting' | 'failed' | 'done'
  /** Why the server refused it. */
  readonly problem: string | null
  /** When it was sent, in milliseconds. Null before. */
  readonly sentAt: number | null
}

const STORE = 'uploads'
const PERSON_INDEX = 'personId'
/** The time that a sent upload is remembered, which is as long as the server remembers its key. */
export const SENT_RETENTION_MS = DAY_MS
/** The age at which uploads of somebody who never came back are deleted. */
const ABANDONED_AFTER_MS = 30 * DAY_MS

/** Uploads that this browser refuses to store. They last as long as this tab. */
const memory = new Map<string, StoredUpload>()
/** Resolves to undefined if the browser offers no database, as in some private windows. */
let database: Promise<IDBDatabase | undefined> | undefined

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

/**
 * Runs a request in a transaction.
 * @returns its result, or undefined without a database
 */
async function attempt<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  database ??= open().catch(() => undefined)
  const opened = await database
  if (!opened) return undefined
  // Strict, so that stored uploads survive a battery that runs out.
  const transaction = opened.transaction(STORE, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('Not written'))
  })
}

/**
 * Like {@link attempt}, but retries once if the browser closed the database, as phones do to pages
 * in the background.
 */
async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    return await attempt(mode, work)
  } catch {
    database = undefined
    return attempt(mode, work)
  }
}

/** Whether it survives closing the tab. */
export const isPersisted = ({ id }: Pick<StoredUpload, 'id'>) => !memory.has(id)

/**
 * All uploads of a person, in the order they were chosen.
 * @throws DOMException if they cannot be read
 */
export async function allOf(personId: string): Promise<StoredUpload[]> {
  const found = await run('readonly', (store) => {
    const request: IDBRequest<StoredUpload[]> = store.index(PERSON_INDEX).getAll(personId)
    return request
  })
  const own = [...memory.values()].filter((upload) => upload.personId === personId)
  return [...(found ?? []).filter(isPersisted), ...own].sort((a, b) => a.at - b.at)
}

/** Stores a new upload, in this tab only if the browser refuses. */
export async function add(upload: StoredUpload) {
  const key = await run('readwrite', (store) => store.put(upload)).catch(() => undefined)
  if (key === undefined) memory.set(upload.id, upload)
}

/** Stores a changed upload, unless it was deleted in the meantime, possibly by another tab. */
export async function change(upload: StoredUpload) {
  if (memory.has(upload.id)) return void memory.set(upload.id, upload)
  try {
    await run('readwrite', (store) => {
      const request = store.getKey(upload.id)
      request.onsuccess = () => {
        if (request.result !== undefined) store.put(upload)
      }
      return request
    })
  } catch {
    // This tab continues with the change. Later tabs read the version stored before.
    memory.set(upload.id, upload)
  }
}

/** Deletes an upload. */
export async function drop(id: string) {
  memory.delete(id)
  await run('readwrite', (store) => store.delete(id))
}

/** Resets the state of this module between tests. */
export const resetUploads = () => memory.clear()

/** Deletes uploads that were sent long ago, and those that other people abandoned. */
export async function tidy(personId: string) {
  const now = Date.now()
  const isExpired = (upload: StoredUpload) =>
    (upload.sentAt !== null && now - upload.sentAt > SENT_RETENTION_MS) ||
    (upload.personId !== personId && now - upload.at > ABANDONED_AFTER_MS)
  for (const upload of memory.values()) if (isExpired(upload)) memory.delete(upload.id)
  await run('readwrite', (store) => {
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
