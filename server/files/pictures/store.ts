import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type PictureSize, pictureSizes } from '@plumbline/contract/photos.ts'
import { type DateTaken, inspectPicture, type Renditions } from '../inspect.ts'
import type { ExpectedFile } from '../integrity.ts'
import type { FileStore } from '../store.ts'

/** Size and hash of each of its files, as stored in its row. */
export type PictureFiles = Readonly<
  Record<PictureSize, { readonly size: number; readonly sha256: string }>
>

export interface Picture {
  /** Of the original; the renditions are `image/webp`. */
  readonly contentType: string
  /** Pixels, as the picture is seen. */
  readonly width: number
  readonly height: number
  readonly taken: DateTaken | null
  readonly files: PictureFiles
}

/** The key of one of the files of a picture. */
export const pictureKey = (key: string, size: PictureSize) => `${key}-${size}`

/** The files that the row of a picture refers to. */
export function expectedOf(key: string, files: PictureFiles): ExpectedFile[] {
  return pictureSizes.map((size) => ({ key: pictureKey(key, size), ...files[size] }))
}

/** A local file, and a folder for its renditions that the caller removes. */
interface LocalFile {
  readonly path: string
  readonly folder: string
  readonly size: number
  readonly sha256: string
}

/**
 * Makes the renditions of a picture and stores them and the original under the key, all or nothing.
 * @param by who sent it
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export async function storePicture(
  store: FileStore,
  file: LocalFile,
  key: string,
  by: string,
): Promise<Picture> {
  const { full, thumb, ...facts } = await inspectPicture(file.path, by)
  return { ...facts, files: await storeFiles(store, file, key, { full, thumb }) }
}

/** Stores a picture and its renditions under the key, all or nothing. */
export async function storeFiles(
  store: FileStore,
  file: LocalFile,
  key: string,
  { full, thumb }: Renditions,
): Promise<PictureFiles> {
  const made = {
    full: await local(file.folder, 'full', full),
    thumb: await local(file.folder, 'thumb', thumb),
  }
  try {
    await store.put(pictureKey(key, 'original'), file.path)
    await store.put(pictureKey(key, 'full'), made.full.path)
    await store.put(pictureKey(key, 'thumb'), made.thumb.path)
  } catch (error) {
    await deletePicture(store, key).catch(() => undefined)
    throw error
  }
  return { thumb: factsOf(made.thumb), full: factsOf(made.full), original: factsOf(file) }
}

const factsOf = ({ size, sha256 }: Pick<LocalFile, 'size' | 'sha256'>) => ({ size, sha256 })

async function local(folder: string, name: string, content: Uint8Array) {
  const place = path.join(folder, name)
  await writeFile(place, content, { mode: 0o600 })
  return {
    path: place,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
}

/**
 * Deletes the files of a picture. Fails after trying all of them; the file check finds what is
 * left.
 */
export async function deletePicture(store: FileStore, key: string) {
  const outcomes = await Promise.allSettled(
    pictureSizes.map((size) => store.delete(pictureKey(key, size))),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
