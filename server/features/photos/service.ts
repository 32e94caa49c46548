import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type {
  NewPhoto,
  PhotoCaptions,
  PhotoChange,
  PhotoMove,
  PhotoSharing,
} from '@plumbline/contract/photos.ts'
import { may, type Person } from '@plumbline/contract/policy.ts'
import { eventOf, publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findJob, lockVisibleJob } from '../jobs/queries.ts'
import { requireQuota } from '../storage/service.ts'
import * as queries from './queries.ts'

/**
 * The event of a photo. Without a job, only the person who uploaded the photo receives it. Clients
 * do not receive events about a photo that they neither saw before nor see now.
 */
function photoEvent(
  name: 'photo.created' | 'photo.changed' | 'photo.shared' | 'photo.deleted',
  { id, jobId, uploadedById }: Pick<queries.PhotoRow, 'id' | 'jobId' | 'uploadedById'>,
  clientVisible: boolean,
): PlumblineEvent {
  if (jobId === null) return { name, subjectId: id, detail: { audience: uploadedById } }
  const event = eventOf(name, { id, jobId })
  return clientVisible ? event : { ...event, readers: 'crew' }
}

/** Fails with 400 for a task that is not on the photo's job. */
async function requireTask(
  db: Db,
  jobId: string | null | undefined,
  taskId: string | null | undefined,
) {
  if (taskId && !(jobId && (await queries.isTaskOf(db, jobId, taskId))))
    throw invalid({ taskId: 'This does not exist' })
}

/** Only people who may share photos may change who sees one. Fails with 403 otherwise. */
function requireSharing(person: Person, { clientVisible }: PhotoChange) {
  if (clientVisible !== undefined && !may(person, 'photo.share', undefined))
    throw new Failure('forbidden')
}

/**
 * Adds a photo whose files are stored. Fails with 400 for a job or task that does not exist or that
 * the person may not see.
 */
export async function createPhoto(
  db: Db,
  person: Person,
  photo: NewPhoto,
  stored: queries.StoredPicture,
): Promise<queries.PhotoRow> {
  requireSharing(person, photo)
  if (photo.jobId && !(await lockVisibleJob(db, person, photo.jobId)))
    throw invalid({ jobId: 'This does not exist' })
  await requireTask(db, photo.jobId, photo.taskId)
  await requireQuota(db, person.id, stored.picture.files.original.size, { lock: true })
  const row = await queries.insertPhoto(db, person, photo, stored)
  await publish(db, person.id, photoEvent('photo.created', row, row.clientVisible))
  return row
}

/** Changes the given fields of a locked photo. Fails with 400 for a task that is not on its job. */
export async function changePhoto(
  db: Db,
  person: Person,
  photo: queries.PhotoRow,
  change: PhotoChange,
): Promise<queries.PhotoRow> {
  requireSharing(person, change)
  await requireTask(db, photo.jobId, change.taskId)
  const row = await queries.updatePhoto(db, photo.id, change)
  const wasOrIsVisible = photo.clientVisible || row.clientVisible
  const isShared = row.clientVisible && !photo.clientVisible
  const name = isShared ? 'photo.shared' : 'photo.changed'
  await publish(db, person.id, photoEvent(name, row, wasOrIsVisible))
  return row
}

/**
 * Locks the photos. Fails with 400 when the person does not see one of them, and with 403 when the
 * action is not allowed for one.
 */
async function lockEach(
  db: Db,
  person: Person,
  ids: readonly string[],
  action: 'photo.update' | 'photo.delete' | null,
  otherJobId?: string,
): Promise<queries.FoundPhoto[]> {
  const wanted = [...new Set(ids)]
  return requireEach(
    person,
    wanted,
    action,
    await queries.lockPhotos(db, person, wanted, otherJobId),
  )
}

function requireEach(
  person: Person,
  wanted: readonly string[],
  action: 'photo.update' | 'photo.delete' | 'photo.original' | null,
  found: queries.FoundPhoto[],
) {
  if (found.length < wanted.length) throw invalid({ ids: 'One of these photos does not exist' })
  if (action && !found.every((photo) => may(person, action, photo))) throw new Failure('forbidden')
  return found
}

/**
 * Shows all of the photos to the clients of their jobs, or hides them all. Fails with 400 when one
 * does not exist.
 * @returns the number of photos changed
 */
export async function sharePhotos(
  db: Db,
  person: Person,
  { ids, clientVisible }: PhotoSharing,
): Promise<{ changed: number }> {
  const locked = await lockEach(db, person, ids, null)
  const changed = await queries.sharePhotos(db, { ids: locked.map(({ id }) => id), clientVisible })
  const name = clientVisible ? 'photo.shared' : 'photo.changed'
  await publish(db, person.id, ...changed.map((photo) => photoEvent(name, photo, true)))
  return { changed: changed.length }
}

const idsOf = (rows: readonly Pick<queries.PhotoRow, 'id'>[]) => rows.map(({ id }) => id)

/**
 * Moves photos to a job and detaches them from their tasks. Fails with 400 when one of them or the
 * job does not exist, and with 409 if a customer was sent one of them: it would be deleted with the
 * other job.
 * @returns the number of photos moved, and the name of the job
 */
export async function movePhotos(
  db: Db,
  person: Person,
  { ids, jobId }: PhotoMove,
): Promise<{ changed: number; jobName: string }> {
  const locked = await lockEach(db, person, ids, null, jobId)
  const job = await findJob(db, person, jobId)
  if (!job) throw invalid({ jobId: 'Choose one of your jobs' })
  const moved = locked.filter((photo) => photo.jobId !== jobId)
  if (moved.length === 0) return { changed: 0, jobName: job.name }
  await requireUnsent(db, idsOf(moved))
  await queries.updatePhotos(db, idsOf(moved), { jobId, taskId: null })
  await publish(
    db,
    person.id,
    // One event for the people on the former job, and one for the people on the new job.
    ...moved.flatMap((photo) =>
      [photo, { ...photo, jobId }].map((one) =>
        photoEvent('photo.changed', one, one.clientVisible),
      ),
    ),
  )
  return { changed: moved.length, jobName: job.name }
}

/**
 * Gives photos the same caption. Fails with 400 when one does not exist, and with 403 when the
 * person may not change it.
 * @returns the number of photos changed
 */
export async function captionPhotos(
  db: Db,
  person: Person,
  { ids, caption }: PhotoCaptions,
): Promise<{ changed: number }> {
  const locked = await lockEach(db, person, ids, 'photo.update')
  const changed = locked.filter((photo) => photo.caption !== caption)
  if (changed.length > 0) await queries.updatePhotos(db, idsOf(changed), { caption })
  await publish(
    db,
    person.id,
    ...changed.map((photo) => photoEvent('photo.changed', photo, photo.clientVisible)),
  )
  return { changed: changed.length }
}

/**
 * The photos of a zip file, whose originals the person may download. Fails with 400 or 403 as
 * above.
 */
export async function originalsOf(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<queries.FoundPhoto[]> {
  const wanted = [...new Set(ids)]
  return requireEach(person, wanted, 'photo.original', await queries.findPhotos(db, person, wanted))
}

/** Locks photos that are to be deleted. Fails with 400 or 403 as above. */
export const lockToDelete = (db: Db, person: Person, ids: readonly string[]) =>
  lockEach(db, person, ids, 'photo.delete')

/** Fails with 409 if one of the photos is in a version that waits, or in what was agreed. */
async function requireUnsent(db: Db, ids: readonly string[]) {
  if (await queries.areSent(db, ids)) throw new Failure('photoSent')
}

/**
 * Deletes locked photos. The caller deletes their files after the commit. Fails with 409 if a
 * customer was sent one of them.
 */
export async function deletePhotos(db: Db, actorId: string, deleted: readonly queries.PhotoRow[]) {
  const ids = idsOf(deleted)
  await requireUnsent(db, ids)
  await queries.deletePhotos(db, ids)
  await publish(
    db,
    actorId,
    ...deleted.map((photo) => {
      const { uploadedById, createdAt, clientVisible } = photo
      const event = photoEvent('photo.deleted', photo, clientVisible)
      const uploaded = { uploadedById, uploadedAt: createdAt.toISOString() }
      return { ...event, detail: { ...event.detail, ...uploaded } }
    }),
  )
}
