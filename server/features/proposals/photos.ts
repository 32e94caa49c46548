import { buffer } from 'node:stream/consumers'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { ServedFile } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { photos } from '../../schema/photos.ts'
import { proposalPhotos } from '../../schema/proposals.ts'

/** Adds the photos of a version. */
export async function insertPhotos(db: Db, proposalId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await db
    .insert(proposalPhotos)
    .values(ids.map((photoId, at) => ({ proposalId, photoId, place: at + 1 })))
}

/** The places of the photos of a version that still exist, counted from 1. */
export async function placesOf(db: Db, proposalId: string): Promise<number[]> {
  const rows = await db
    .select({ place: proposalPhotos.place })
    .from(proposalPhotos)
    .where(eq(proposalPhotos.proposalId, proposalId))
  return rows.map(({ place }) => place)
}

interface VersionPicture {
  readonly place: number
  readonly file: ServedFile
}

/** The pictures of photos of versions, in their order. The thumbnail stands in for a large one. */
async function findPictures(db: Db, where: SQL | undefined): Promise<VersionPicture[]> {
  const { storageKey, files } = photos
  const rows = await db
    .select({ place: proposalPhotos.place, storageKey, files })
    .from(proposalPhotos)
    .innerJoin(photos, eq(photos.id, proposalPhotos.photoId))
    .where(where)
    .orderBy(asc(proposalPhotos.place))
  return rows.map(({ place, storageKey: key, files: { full, thumb } }) => ({
    place,
    file: {
      ...(full ?? thumb),
      key: pictureKey(key, full ? 'full' : 'thumb'),
      contentType: 'image/webp',
      name: `photo-${place}.webp`,
      attachment: false,
      isPlaceholder: !full,
    },
  }))
}

/** The picture of a photo of a version; undefined if there is none. */
export async function findPicture(
  db: Db,
  proposalId: string,
  place: number,
): Promise<ServedFile | undefined> {
  const [found] = await findPictures(
    db,
    and(eq(proposalPhotos.proposalId, proposalId), eq(proposalPhotos.place, place)),
  )
  return found?.file
}

/** The pictures of a version, by their place from 1 in `count`; null for one that is gone. */
export async function readPictures(
  db: Db,
  files: FileStore,
  proposalId: string,
  count: number,
): Promise<(Uint8Array | null)[]> {
  const pictures: (Uint8Array | null)[] = Array.from({ length: count }, () => null)
  if (count === 0) return pictures
  for (const { place, file } of await findPictures(db, eq(proposalPhotos.proposalId, proposalId))) {
    const stored = await files.open(file.key)
    if (stored) pictures[place - 1] = await buffer(stored.stream)
  }
  return pictures
}
