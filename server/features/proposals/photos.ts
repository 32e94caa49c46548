import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { ServedFile } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { photos } from '../../schema/photos.ts'
import { proposalPhotos } from '../../schema/proposals.ts'
import { documentPicture, readPicture } from '../photos/documentPicture.ts'

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

/** The pictures of photos of versions, in their order. */
async function findPictures(db: Db, where: SQL | undefined): Promise<VersionPicture[]> {
  const { storageKey, files } = photos
  const rows = await db
    .select({ place: proposalPhotos.place, storageKey, files })
    .from(proposalPhotos)
    .innerJoin(photos, eq(photos.id, proposalPhotos.photoId))
    .where(where)
    .orderBy(asc(proposalPhotos.place))
  return rows.map(({ place, ...photo }) => ({
    place,
    file: documentPicture(photo, `photo-${place}`),
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
    pictures[place - 1] = await readPicture(files, file)
  }
  return pictures
}
