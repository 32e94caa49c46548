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

/** Where files are kept, by key (`photos/…`). A key that is not of that form is a mistake of ours and throws. */
export interface FileStore {
  /** Keeps a copy of a local file. Once it resolves the copy outlives a power cut; before that the key shows nothing. */
  put(key: string, path: string): Promise<void>
  /** The file, or the part of it asked for; undefined when it is not there. The caller reads or destroys the stream. */
  open(key: string, range?: Range): Promise<OpenFile | undefined>
  /** Removes the file; one that is not there is no error. */
  delete(key: string): Promise<void>
  /** Every file there is, in no order; what a crash left half written included. */
  list(): AsyncIterable<ListedFile>
}

/** The store cannot be reached, or refuses us. */
export class StoreError extends Error {
  constructor(cause: unknown) {
    super('The file store does not answer as it should', { cause })
  }
}

const KEY = /^[a-z]+\/[a-z0-9][a-z0-9.-]{0,150}$/

/** The key as it is, once it has the form of one: it can name neither a hidden file nor a folder above. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return key
}
