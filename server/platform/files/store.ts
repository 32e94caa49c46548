import type { Readable } from 'node:stream'

/** A part of a file in bytes, both ends included. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  readonly stream: Readable
  /** Bytes of the whole file, whatever part of it the stream gives. */
  readonly size: number
}

export interface ListedFile {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** Stores files by key (`photos/…`). A key of another form is a programming error and throws. */
export interface FileStore {
  /**
   * Stores a copy of a local file. Once it resolves the copy is durable; before that the key has no
   * file.
   */
  put(key: string, path: string): Promise<void>
  /**
   * The file, or a part of it; undefined when it is not there. The caller reads or destroys the
   * stream.
   */
  open(key: string, range?: Range): Promise<OpenFile | undefined>
  /** Deletes the file; a missing one is not an error. */
  delete(key: string): Promise<void>
  /** Every file, in no order, including what a crash left half written. */
  list(): AsyncIterable<ListedFile>
}

/** The store cannot be reached, or refuses the request. */
export class StoreError extends Error {
  constructor(cause: unknown) {
    super('The file store is unreachable or refused the request', { cause })
  }
}

const KEY = /^[a-z]+\/[a-z0-9][a-z0-9.-]{0,150}$/

/** Returns the key if it is valid: it cannot name a hidden file or a parent folder. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return key
}
