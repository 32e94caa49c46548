import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import type { FileStore } from './store.ts'

/** A file that a row of the database refers to. */
export interface ExpectedFile {
  readonly key: string
  /** Size in bytes. */
  readonly size: number
  /** Hash of the contents, hexadecimal. */
  readonly sha256: string
}

export interface Findings {
  /** Files that a row refers to, but are not in the store. */
  readonly missing: readonly string[]
  /** Files of a different size or, if the contents were read, with different contents. */
  readonly changed: readonly string[]
  /** Files older than an upload takes, to which no row refers. */
  readonly orphaned: readonly string[]
}

/**
 * Milliseconds during which a file may belong to an upload: files are stored before their row is
 * committed.
 */
const UPLOAD_GRACE_MS = HOUR_MS

/**
 * Compares the files that rows refer to with those in the store, without changing anything.
 * @param options.contents whether to read every file and compare its hash as well
 */
export async function checkFiles(
  store: FileStore,
  expected: AsyncIterable<ExpectedFile>,
  { now, contents = false }: { now: Date; contents?: boolean },
): Promise<Findings> {
  // The store is listed first: rows inserted later have files that are too young or not in this
  // list.
  const stored = new Map<string, { size: number; modifiedAt: Date }>()
  for await (const { key, ...file } of store.list()) stored.set(key, file)

  const missing: string[] = []
  const changed: string[] = []
  for await (const file of expected) {
    const found = stored.get(file.key)
    stored.delete(file.key)
    const size = found?.size ?? (await sizeNow(store, file.key))
    if (size === undefined) missing.push(file.key)
    else if (size !== file.size || (contents && (await hashOf(store, file.key)) !== file.sha256))
      changed.push(file.key)
  }
  const orphaned = [...stored].filter(
    ([, file]) => now.getTime() - file.modifiedAt.getTime() > UPLOAD_GRACE_MS,
  )
  return { missing, changed, orphaned: orphaned.map(([key]) => key) }
}

/**
 * The size in bytes of a file that was missing when the store was listed. It may have been added
 * since.
 */
async function sizeNow(store: FileStore, key: string): Promise<number | undefined> {
  const file = await store.open(key)
  file?.stream.destroy()
  return file?.size
}

async function hashOf(store: FileStore, key: string): Promise<string | undefined> {
  const file = await store.open(key)
  if (!file) return undefined
  return sha256Of(file.stream)
}

/** The SHA-256 of a stream, hexadecimal. */
export async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}
