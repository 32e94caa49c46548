import type { UploadFields } from './fields.ts'
import { DATABASE } from './names.ts'

/** A photo on its way to the server, as this browser keeps it; once it was sent, what tells that it was. */
export interface KeptUpload extends UploadFields {
  readonly id: string
  /** Whose it is: nobody else sees it or sends it. */
  readonly personId: string
  /** The dialog, task or property it was chosen in. */
  readonly batch: string
  /** When it was chosen; milliseconds, and different for each. */
  readonly at: number
  readonly name: string
  /** The bytes that are sent; null once they were. */
  readonly file: Blob | null
  /** Whether that file is the one to send, which every try repeats. */
  readonly isReady: boolean
  /** Of the file that was chosen. */
  readonly hash: string
  /** The `Idempotency-Key` of every try. */
  readonly key: string
  readonly state: 'waiting' | 'failed' | 'done'
  /** Why the server refused it. */
  readonly problem: string | null
  /** Milliseconds; null before. */
  readonly sentAt: number | null
}

const STORE = 'uploads'
const OF_PERSON = 'personId'
/** An upload that was sent is remembered for so long, as its key is on the server; milliseconds. */
export const REMEMBERED = 24 * 3_600_000
/** What somebody left in this browser and never came back for goes after so long; milliseconds. */
const LEFT = 30 * 24 * 3_600_000

/** What this browser refuses to keep lasts as long as this tab. */
const memory = new Map<string, KeptUpload>()
/** Undefined in the end where the browser has none for us, as some private windows. */
let database: Promise<IDBDatabase | undefined> | undefined

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: 'id' })
      store.createIndex(OF_PERSON, OF_PERSON)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database'))
  })
}

type Work<T> = (store: IDBObjectStore) => IDBRequest<T>

/** Does this in one transaction. @returns what the request found; undefined without a database */
async function attempt<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  database ??= open().catch(() => undefined)
  const opened = await database
  if (!opened) return undefined
  // Strict: what is on the disk survives a battery that runs out.
  const transaction = opened.transaction(STORE, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('Not written'))
  })
}

/** The same, once more where the browser had closed the database, as phones do to what is not on screen. */
async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    return await attempt(mode, work)
  } catch {
    database = undefined
    return attempt(mode, work)
  }
}

/** Whether it is still there when the tab has been closed. */
export const isKept = ({ id }: Pick<KeptUpload, 'id'>) => !memory.has(id)

/** All of a person, in the order they were chosen. @throws DOMException where they cannot be read just now */
export async function allOf(personId: string): Promise<KeptUpload[]> {
  const found = await run('readonly', (store) => {
    const request: IDBRequest<KeptUpload[]> = store.index(OF_PERSON).getAll(personId)
    return request
  })
  const own = [...memory.values()].filter((upload) => upload.personId === personId)
  return [...(found ?? []).filter(isKept), ...own].sort((a, b) => a.at - b.at)
}

/** Keeps another one; in this tab alone where the browser refuses. */
export async function add(upload: KeptUpload) {
  const key = await run('readwrite', (store) => store.put(upload)).catch(() => undefined)
  if (key === undefined) memory.set(upload.id, upload)
}

/** Keeps it as it is now, unless it was dropped meanwhile, by another tab perhaps. */
export async function change(upload: KeptUpload) {
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
    // This tab goes by what it knows; a later one by what was kept before.
    memory.set(upload.id, upload)
  }
}

/** Keeps it no longer. */
export async function drop(id: string) {
  memory.delete(id)
  await run('readwrite', (store) => store.delete(id))
}

/** Resets the state of this module between tests. */
export const resetUploads = () => memory.clear()

/** Drops what was sent long enough ago, and what others left behind. */
export async function tidy(personId: string) {
  const now = Date.now()
  const isOver = (upload: KeptUpload) =>
    (upload.sentAt !== null && now - upload.sentAt > REMEMBERED) ||
    (upload.personId !== personId && now - upload.at > LEFT)
  for (const upload of memory.values()) if (isOver(upload)) memory.delete(upload.id)
  await run('readwrite', (store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      if (isOver(cursor.value as KeptUpload)) cursor.delete()
      cursor.continue()
    }
    return request
  })
}
