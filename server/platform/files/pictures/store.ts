import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type PictureSize, pictureSizes } from '@plumbline/contract/photos.ts'
import { type DateTaken, inspectPhoto, inspectPicture, type Renditions } from '../inspect.ts'
import type { ExpectedFile } from '../integrity.ts'
import type { FileStore } from '../store.ts'

/** Size in bytes and hash of a file, as stored in the row that refers to it. */
export interface FileFacts {
  readonly size: number
  readonly sha256: string
}

/** The facts of each file of a picture. */
export type PictureFiles = Readonly<Record<PictureSize, FileFacts>>

/** The files of a picture whose large rendition may not exist yet. */
export type FirstFiles = Omit<PictureFiles, 'full'> & Partial<Pick<PictureFiles, 'full'>>

export interface Picture<Files = PictureFiles> {
  /** The type of the original; the renditions are `image/webp`. */
  readonly contentType: string
  /** The size in pixels, as the picture is displayed. */
  readonly width: number
  readonly height: number
  readonly taken: DateTaken | null
  readonly files: Files
}

/** The key of one file of a picture. */
export const pictureKey = (key: string, size: PictureSize) => `${key}-${size}`

/** The files that the row of a picture refers to. */
export function expectedOf(key: string, files: FirstFiles): ExpectedFile[] {
  return pictureSizes.flatMap((size) => {
    const file = files[size]
    return file ? [{ key: pictureKey(key, size), ...file }] : []
  })
}

/** A local file, and a folder for its renditions. The caller removes the folder. */
interface LocalFile {
  readonly path: string
  readonly folder: string
  readonly size: number
  readonly sha256: string
}

/**
 * Makes the renditions of a picture and stores them and the original under the key, all or nothing.
 * @param by the person who uploaded it
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

/**
 * Like {@link storePicture}, but makes only the renditions that are needed at once. The others are
 * for {@link storeRendition}.
 * @param by the person who uploaded it
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export async function storePhoto(
  store: FileStore,
  file: LocalFile,
  key: string,
  by: string,
): Promise<Picture<FirstFiles>> {
  const { full, thumb, ...facts } = await inspectPhoto(file.path, by)
  const files = full
    ? await storeFiles(store, file, key, { thumb, full })
    : await storeFiles(store, file, key, { thumb })
  return { ...facts, files }
}

/** Stores a picture and its renditions under the key, all or nothing. */
export async function storeFiles<Size extends keyof Renditions>(
  store: FileStore,
  { path: original, folder, size, sha256 }: LocalFile,
  key: string,
  renditions: Readonly<Record<Size, Uint8Array>>,
): Promise<Record<Size | 'original', FileFacts>> {
  const files: Partial<Record<PictureSize, FileFacts>> = { original: { size, sha256 } }
  try {
    await store.put(pictureKey(key, 'original'), original)
    for (const [made, content] of Object.entries<Uint8Array>(renditions))
      files[made as Size] = await storeRendition(store, folder, key, made as Size, content)
  } catch (error) {
    await deletePicture(store, key).catch(() => undefined)
    throw error
  }
  return files as Record<Size | 'original', FileFacts>
}

/**
 * Stores one rendition of the picture under the key.
 * @param folder a folder for a draft, which the caller removes
 */
export async function storeRendition(
  store: FileStore,
  folder: string,
  key: string,
  size: keyof Renditions,
  content: Uint8Array,
): Promise<FileFacts> {
  const place = path.join(folder, size)
  await writeFile(place, content, { mode: 0o600 })
  await store.put(pictureKey(key, size), place)
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/**
 * Deletes the files of a picture. Fails after trying all of them; the file check finds the
 * remaining ones.
 */
export async function deletePicture(store: FileStore, key: string) {
  const outcomes = await Promise.allSettled(
    pictureSizes.map((size) => store.delete(pictureKey(key, size))),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
