import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pictureSizes } from '@plumbline/contract/photos.ts'
import type { StoredPicture } from '../server/features/photos/queries.ts'
import { newId } from '../server/platform/db/ids.ts'
import { pictureFacts } from '../server/platform/files/inspect.ts'
import {
  deletePicture,
  type PictureFiles,
  pictureKey,
} from '../server/platform/files/pictures/store.ts'
import type { FileStore } from '../server/platform/files/store.ts'
import type { Calendar } from './calendar.ts'
import { type SamplePhoto, type StoredPhotos, samplePhotos } from './photos.ts'
import { propertyPictures } from './rentalPhotos.ts'

/**
 * The folder of the committed pictures, as found from the sources or from the bundle in
 * `server/dist`.
 */
const pictures = [
  path.join(import.meta.dirname, 'pictures'),
  path.join(import.meta.dirname, '../../sample/pictures'),
].find((folder) => existsSync(folder))

/**
 * The file of a committed picture.
 * @throws Error when the program runs without the folder `sample/pictures`
 */
export function pictureFile(picture: string, size: 'full' | 'thumb'): string {
  if (pictures === undefined) throw new Error('The folder sample/pictures is missing')
  return path.join(pictures, `${pictureKey(picture, size)}.webp`)
}

/**
 * Copies the committed pictures into the file store, under the keys that uploads have: all of them
 * or, if one fails, none.
 * @returns the stored pictures for the rows, and `undo`, which deletes the files if the rows are
 * not written
 */
export async function storePhotos(store: FileStore, calendar: Calendar) {
  const stored = new Map<string, StoredPicture<PictureFiles>>()
  const undo = async () => {
    for (const { storageKey } of stored.values()) await deletePicture(store, storageKey)
  }
  try {
    for (const photo of [...samplePhotos(calendar), ...propertyPictures])
      stored.set(photo.id, await storePhoto(store, photo))
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  }
  return { photos: stored as StoredPhotos, undo }
}

async function storePhoto(
  store: FileStore,
  { id, picture }: Pick<SamplePhoto, 'id' | 'picture'>,
): Promise<StoredPicture<PictureFiles>> {
  // A new key, not the photo's id: the id is the same in every sample, and two setups at once would
  // share the files.
  const storageKey = `photos/${newId()}`
  const [full, thumb] = [pictureFile(picture, 'full'), pictureFile(picture, 'thumb')]
  const { contentType, width, height } = await pictureFacts(full, 'sample')
  const facts = { full: await factsOf(full), thumb: await factsOf(thumb) }
  const files = { ...facts, original: facts.full }
  const sources = { thumb, full, original: full }
  const puts = pictureSizes.map((size) => store.put(pictureKey(storageKey, size), sources[size]))
  for (const outcome of await Promise.allSettled(puts)) {
    if (outcome.status === 'fulfilled') continue
    await deletePicture(store, storageKey).catch(() => undefined)
    throw outcome.reason
  }
  return { id, storageKey, picture: { contentType, width, height, taken: null, files } }
}

async function factsOf(file: string) {
  const content = await readFile(file)
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}
