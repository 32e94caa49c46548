import { buffer } from 'node:stream/consumers'
import type { ServedFile } from '../../http/file.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { photos } from '../../schema/photos.ts'

/** A photo with its stored files. */
export type StoredPhoto = Pick<typeof photos.$inferSelect, 'storageKey' | 'files'>

/** The picture of a photo in a document. The thumbnail replaces a large one. */
export const documentPicture = (
  { storageKey, files: { full, thumb } }: StoredPhoto,
  name: string,
): ServedFile => ({
  ...(full ?? thumb),
  key: pictureKey(storageKey, full ? 'full' : 'thumb'),
  contentType: 'image/webp',
  name: `${name}.webp`,
  attachment: false,
  isPlaceholder: !full,
})

/** The content of a stored picture; null if it is gone. */
export async function readPicture(
  files: FileStore,
  { key }: Pick<ServedFile, 'key'>,
): Promise<Uint8Array | null> {
  const stored = await files.open(key)
  return stored ? buffer(stored.stream) : null
}
