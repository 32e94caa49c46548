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
import { inspectPicture, Unanswered } from '../../platform/files/inspect.ts'
import { type FileFacts, pictureKey, storeRendition } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { LAST_IN_LINE } from '../../platform/files/turns.ts'
import { uploadsFolder } from '../../platform/files/uploadsFolder.ts'
import { reason } from '../../platform/systemError.ts'
import { findFiles, type PhotoRow, setFiles, withoutFull } from './queries.ts'

interface RenditionsParts {
  readonly db: Db
  readonly files: FileStore
  readonly dataDir: string
  readonly log: Log
}

/** Makes the large renditions of photos, which an upload does not wait for. */
export interface PhotoRenditions {
  /**
   * The large rendition of a photo, made now where it is missing; none where that takes too long or too much memory. Nobody
   * waits for such a photo again before the next {@link catchUp}.
   * @param by whose turn it takes
   * @throws Failure notFound when its original is gone
   */
  fullOf(photo: Pick<PhotoRow, 'id' | 'files'>, by: string): Promise<FileFacts | undefined>
  /** Makes that of a photo once no other file waits to be looked into. */
  later(id: string): void
  /** The same for all photos without one: the program was killed before, or they come from a backup. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Photos that wait; those beyond are found by their rows within the hour. */
const WAITING = 1000

export function openRenditions(parts: RenditionsParts): PhotoRenditions {
  const asked = new Map<string, Promise<FileFacts | undefined>>()
  /** Photos that took too long since the last catching up. */
  const tooLong = new Set<string>()
  const waiting = new Set<string>()
  let isClosing = false
  let working: Promise<void> | undefined

  const make = (id: string, by: string) =>
    makeFull(parts, id, by).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error
      tooLong.add(id)
      parts.log.warn(
        'The large size of a photo took too long or too much memory; it is tried again',
      )
      return undefined
    })

  async function workOff() {
    for (const id of waiting) {
      if (isClosing) return
      await make(id, LAST_IN_LINE).catch((error: unknown) => {
        const isDeleted = error instanceof Failure && error.name === 'notFound'
        if (!isDeleted) parts.log.warn(`The large size of a photo was not made: ${reason(error)}`)
      })
      waiting.delete(id)
    }
  }

  function later(id: string) {
    if (isClosing || waiting.size >= WAITING) return
    waiting.add(id)
    working ??= workOff().finally(() => {
      working = undefined
    })
  }

  return {
    async fullOf({ id, files: { full } }, by) {
      if (full) return full
      if (tooLong.has(id)) return undefined
      // Not what waits for its turn `later`: nobody who looks at a photo comes last.
      const making = asked.get(id) ?? make(id, by).finally(() => asked.delete(id))
      asked.set(id, making)
      return making
    },
    later,
    async catchUp() {
      tooLong.clear()
      for (const { id } of await withoutFull(parts.db, WAITING)) later(id)
    },
    async close() {
      isClosing = true
      await working
    },
  }
}

/**
 * Makes the large rendition of a photo and notes it in its row. Like every file it is durable before its row refers to it;
 * the row is locked meanwhile, so that a photo is deleted either before, and nothing is stored, or after, with all its files.
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
 * The large rendition of a stored picture. Where it is damaged, so that there will never be one, the thumbnail stands for it.
 * @throws Unanswered where it takes too long or too much memory, which depends on the machine too
 */
async function renditionOf(files: FileStore, key: string, folder: string, by: string) {
  const fetched = async (size: PictureSize) => {
    const stored = await files.open(pictureKey(key, size))
    if (!stored) throw new Failure('notFound')
    const place = path.join(folder, size)
    await pipeline(stored.stream, createWriteStream(place, { mode: 0o600 }))
    return place
  }
  try {
    return (await inspectPicture(await fetched('original'), by)).full
  } catch (error) {
    if (error instanceof Unanswered) throw error
    if (error instanceof Failure && error.name === 'badPicture')
      return readFile(await fetched('thumb'))
    throw error
  }
}
