import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@plumbline/contract/failures.ts'
import type { PictureSize } from '@plumbline/contract/photos.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Log } from '../../platform/db/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { InspectionTimeout, inspectPicture } from '../../platform/files/inspect.ts'
import { type FileFacts, pictureKey, storeRendition } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { uploadsFolder } from '../../platform/files/uploadsFolder.ts'
import { LOWEST_PRIORITY } from '../../platform/limits/turns.ts'
import { reason } from '../../platform/systemError.ts'
import { findFiles, type PhotoRow, photosWithoutFull, setFiles } from './queries.ts'

interface RenditionsParts {
  readonly db: Db
  readonly files: FileStore
  readonly dataDir: string
  readonly log: Log
}

/** Creates the large renditions of photos. An upload does not wait for them. */
export interface PhotoRenditions {
  /**
   * The large rendition of a photo, created now if it is missing. Undefined when that takes too
   * long or too much memory: such a photo is not tried again before the next {@link catchUp}.
   * @param by the person it is created for, since inspections take turns by person
   * @throws Failure notFound when the photo or its original no longer exists
   */
  fullOf(photo: Pick<PhotoRow, 'id' | 'files'>, by: string): Promise<FileFacts | undefined>
  /** Queues a photo, whose rendition is created when no other file waits to be inspected. */
  enqueue(id: string): void
  /** Queues the photos without a rendition, as after a crash or from a restored backup. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The most photos in the queue. Further ones are found in the database within the hour. */
const MAX_QUEUED = 1000

export function openRenditions(parts: RenditionsParts): PhotoRenditions {
  const requested = new Map<string, Promise<FileFacts | undefined>>()
  /** Photos that took too long or too much memory since the last catch-up. */
  const tooLong = new Set<string>()
  const waiting = new Set<string>()
  let isClosing = false
  let working: Promise<void> | undefined

  const make = (id: string, by: string) =>
    makeFull(parts, id, by).catch((error: unknown) => {
      if (!(error instanceof InspectionTimeout)) throw error
      tooLong.add(id)
      parts.log.warn(
        'The large size of a photo took too long or too much memory; it is tried again',
      )
      return undefined
    })

  async function processQueue() {
    for (const id of waiting) {
      if (isClosing) return
      await make(id, LOWEST_PRIORITY).catch((error: unknown) => {
        const isDeleted = error instanceof Failure && error.name === 'notFound'
        if (!isDeleted) parts.log.warn(`The large size of a photo was not made: ${reason(error)}`)
      })
      waiting.delete(id)
    }
  }

  function enqueue(id: string) {
    if (isClosing || waiting.size >= MAX_QUEUED) return
    waiting.add(id)
    working ??= processQueue().finally(() => {
      working = undefined
    })
  }

  return {
    async fullOf({ id, files: { full } }, by) {
      if (full) return full
      if (tooLong.has(id)) return undefined
      // The queue is not reused: somebody who is looking at a photo must not wait behind all
      // others.
      const making = requested.get(id) ?? make(id, by).finally(() => requested.delete(id))
      requested.set(id, making)
      return making
    },
    enqueue,
    async catchUp() {
      tooLong.clear()
      for (const { id } of await photosWithoutFull(parts.db, MAX_QUEUED)) enqueue(id)
    },
    async close() {
      isClosing = true
      await working
    },
  }
}

/**
 * Creates the large rendition of a photo and records it in its row. Like every file, it is durable
 * before the row refers to it. The row is locked meanwhile, so that the photo is deleted either
 * before, and nothing is stored, or after, with all its files.
 */
async function makeFull(
  { db, files, dataDir }: RenditionsParts,
  id: string,
  by: string,
): Promise<FileFacts> {
  const photo = await findFiles(db, id)
  if (!photo) throw new Failure('notFound')
  if (photo.files.full) return photo.files.full
  const folder = path.join(uploadsFolder(dataDir), newId())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const content = await renditionOf(files, photo.storageKey, folder, by)
    return await inTransaction(db, async (tx) => {
      const now = await findFiles(tx, id, { lock: true })
      if (!now) throw new Failure('notFound')
      // Another node may have made it meanwhile.
      if (now.files.full) return now.files.full
      const full = await storeRendition(files, folder, photo.storageKey, 'full', content)
      await setFiles(tx, id, { ...now.files, full })
      return full
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The large rendition of a stored picture. For a damaged picture, which can never have one, it is
 * the thumbnail.
 * @throws Unanswered when it takes too long or too much memory, which also depends on the machine
 */
async function renditionOf(files: FileStore, key: string, folder: string, by: string) {
  const fetched = async (size: PictureSize) => {
    const stored = await files.open(pictureKey(key, size))
    if (!stored) throw new Failure('notFound')
    const filePath = path.join(folder, size)
    await pipeline(stored.stream, createWriteStream(filePath, { mode: 0o600 }))
    return filePath
  }
  try {
    return (await inspectPicture(await fetched('original'), by)).full
  } catch (error) {
    if (error instanceof InspectionTimeout) throw error
    if (error instanceof Failure && error.name === 'badPicture')
      return readFile(await fetched('thumb'))
    throw error
  }
}
