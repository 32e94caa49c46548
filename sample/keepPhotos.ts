import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../server/db/ids.ts'
import { deletePicture, storePicture } from '../server/files/pictures/store.ts'
import type { FileStore } from '../server/files/store.ts'
import type { StoredPicture } from '../server/photos/queries.ts'
import type { Calendar } from './calendar.ts'
import { photographOf } from './drawing/draw.ts'
import { type KeptPhotos, type PlannedPhoto, plannedPhotos } from './photos.ts'

/** As many as are decoded at once: more would only stand in line. */
const AT_ONCE = 2

/**
 * Draws the photos and keeps them as uploads are kept, all or none; no database has a part in it.
 * @param folder for what is under way, on this machine; gone when done
 * @returns what the rows need, and how to take the files back when the rows do not come
 */
export async function keepPhotos(store: FileStore, calendar: Calendar, folder: string) {
  const kept = new Map<string, StoredPicture>()
  const undo = async () => {
    for (const { storageKey } of kept.values()) await deletePicture(store, storageKey)
  }
  const line = inLine(plannedPhotos(calendar))
  const work = async () => {
    for (const photo of line)
      kept.set(photo.id, await keepOne(store, photo, path.join(folder, photo.id)))
  }
  try {
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { photos: kept as KeptPhotos, undo }
}

/** One line for several to take from; whoever fails closes it for all, which the iterator of a list would not. */
function* inLine<T>(list: readonly T[]): Generator<T> {
  yield* list
}

async function keepOne(
  store: FileStore,
  photo: PlannedPhoto,
  folder: string,
): Promise<StoredPicture> {
  const { id, drawing, local, takenAt } = photo
  const content = await photographOf(drawing, { local, offset: offsetOf(local, takenAt) })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = path.join(folder, 'file')
  await writeFile(place, content, { mode: 0o600 })
  const sha256 = createHash('sha256').update(content).digest('hex')
  // Not after the photo's own id, which is the same in every sample: two that are set up at once would share the files.
  const storageKey = `photos/${newId()}`
  const picture = await storePicture(
    store,
    { path: place, folder, size: content.length, sha256 },
    storageKey,
  )
  await rm(folder, { recursive: true, force: true })
  return { id, storageKey, picture }
}

/** How far the clock on the wall is from UTC, as cameras write it: `-06:00`. */
function offsetOf(local: string, moment: Date): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - moment.getTime()) / 60_000)
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${part(Math.abs(minutes) / 60)}:${part(Math.abs(minutes) % 60)}`
}
