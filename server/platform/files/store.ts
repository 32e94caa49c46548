import type { Readable } from 'node:stream'

/** A byte range of a file, both ends inclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  readonly stream: Readable
  /** The size of the whole file in bytes, whatever range the stream contains. */
  readonly size: number
}

export interface ListedFile {
  readonly key: string
  /** Size in bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** Stores files by key (`photos/…`). An invalid key is a programming error and throws. */
export interface FileStore {
  /**
   * Stores a copy of a local file. Once it resolves, the copy is durable. Until then the key has no
   * file.
   */
  put(key: string, path: string): Promise<void>
  /**
   * Opens the file, or a range of it; undefined if it does not exist. The caller reads or destroys
   * the stream.
   */
  open(key: string, range?: Range): Promise<OpenFile | undefined>
  /** Deletes the file; a missing one is not an error. */
  delete(key: string): Promise<void>
  /** Every file, in no particular order, including partial files after a crash. */
  list(): AsyncIterable<ListedFile>
}

/** The store cannot be reached, or rejects the request. */
export class StoreError extends Error {
  constructor(cause: unknown) {
    super('The file store is unreachable or refused the request', { cause })
  }
}

const KEY = /^[a-z]+\/[a-z0-9][a-z0-9.-]{0,150}$/

/** Returns the key if it is valid. A valid key cannot name a hidden file or a parent folder. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return key
}
