import { invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Proposal } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import { photos } from '../../schema/photos.ts'
import { areInJob } from '../photos/chosen.ts'
import type { StoredPhoto } from '../photos/documentPicture.ts'
import { dayTaken } from '../photos/queries.ts'
import type { ChangeOrderRow } from './queries.ts'

/** Fails with 400 for photos that are not of the job. */
export async function requirePhotos(db: Db, jobId: string, ids: readonly string[]) {
  if (!(await areInJob(db, jobId, ids))) throw invalid({ photoIds: 'Choose photos of this job' })
}

type Chosen = Pick<ChangeOrderRow, 'jobId' | 'photoIds'>

export interface ChosenPhoto {
  readonly id: string
  readonly clientVisible: boolean
  readonly stored: StoredPhoto
  /** As it stands in the content. */
  readonly shown: Proposal['photos'][number]
}

/**
 * The photos of a change order in their order, without those that were deleted, or moved to another
 * job, since. With `lock`, they stay until the transaction ends.
 */
export async function findPhotos(
  db: Db,
  { jobId, photoIds }: Chosen,
  { lock = false } = {},
): Promise<ChosenPhoto[]> {
  if (photoIds.length === 0) return []
  const { id, caption, width, height, clientVisible, storageKey, files } = photos
  const query = db
    .select({
      ...{ id, caption, width, height, clientVisible, storageKey, files, day: dayTaken },
      sha256: sql<string>`${files}->'original'->>'sha256'`,
    })
    .from(photos)
    // The change order has those of its job alone, but one may be moved before it is locked.
    .where(and(inArray(photos.id, [...photoIds]), eq(photos.jobId, jobId)))
    // Locked in the same order as by those who delete several.
    .orderBy(photos.id)
  const rows = await (lock ? query.for('key share') : query)
  return photoIds.flatMap((chosen) => {
    const row = rows.find((one) => one.id === chosen)
    if (!row) return []
    const { id: photoId, clientVisible: isShared, storageKey: key, files: stored, ...shown } = row
    return [
      { id: photoId, clientVisible: isShared, stored: { storageKey: key, files: stored }, shown },
    ]
  })
}

/** The photos of a change order that a person sees although it was not sent. */
export async function visibleOf(db: Db, { role }: Person, order: Chosen): Promise<ChosenPhoto[]> {
  const found = await findPhotos(db, order)
  return role === 'admin' ? found : found.filter(({ clientVisible }) => clientVisible)
}
