import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileStore } from './store.ts'

/** A file that a row of the database refers to. */
export interface ExpectedFile {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface Findings {
  /** A row refers to it, but it is not there. */
  readonly missing: readonly string[]
  /** There, but of another size or, where the contents were read, with other contents. */
  readonly changed: readonly string[]
  /** There for longer than an upload takes, but no row refers to it. */
  readonly orphaned: readonly string[]
}

/**
 * Files are stored before their row is committed: younger ones may belong to an upload.
 * Milliseconds.
 */
const YOUNG = 3_600_000

/**
 * Compares the files that rows refer to with those in the store; changes nothing.
 * @param options.contents read every file and compare its hash as well
 */
export async function checkFiles(
  store: FileStore,
  expected: AsyncIterable<ExpectedFile>,
  { now, contents = false }: { now: Date; contents?: boolean },
): Promise<Findings> {
  // The store is listed first: a row that comes later has files that are too young, or not in this
  // list of ours.
  const there = new Map<string, { size: number; modifiedAt: Date }>()
  for await (const { key, ...file } of store.list()) there.set(key, file)

  const missing: string[] = []
  const changed: string[] = []
  for await (const file of expected) {
    const found = there.get(file.key)
    there.delete(file.key)
    const size = found?.size ?? (await sizeNow(store, file.key))
    if (size === undefined) missing.push(file.key)
    else if (size !== file.size || (contents && (await hashOf(store, file.key)) !== file.sha256))
      changed.push(file.key)
  }
  const orphaned = [...there].filter(
    ([, file]) => now.getTime() - file.modifiedAt.getTime() > YOUNG,
  )
  return { missing, changed, orphaned: orphaned.map(([key]) => key) }
}

/** Bytes of a file that was not there when the store was listed: it may have been added since. */
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
