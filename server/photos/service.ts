import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { NewPhoto, PhotoChange, PhotoSharing } from '@plumbline/contract/photos.ts'
import { may, type Person } from '@plumbline/contract/policy.ts'
import type { Db } from '../db/handle.ts'
import { lockVisibleJob } from '../jobs/queries.ts'
import { eventOf, publish } from '../live/publish.ts'
import { requireQuota } from '../storage/service.ts'
import * as queries from './queries.ts'

/**
 * The event of a photo. One without a job is only for the person who uploaded it, and clients learn nothing of one that they
 * neither saw before nor see now.
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

/** A task must be one of the photo's job; a 400 otherwise. */
async function requireTask(
  db: Db,
  jobId: string | null | undefined,
  taskId: string | null | undefined,
) {
  if (taskId && !(jobId && (await queries.isTaskOf(db, jobId, taskId))))
    throw invalid({ taskId: 'This does not exist' })
}

/** Who sees a photo is for those to say who may share photos; a 403 otherwise. */
function requireSharing(person: Person, { clientVisible }: PhotoChange) {
  if (clientVisible !== undefined && !may(person, 'photo.share', undefined))
    throw new Failure('forbidden')
}

/** Adds a photo whose files are stored; a 400 for a job or task that does not exist or that the person may not see. */
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

/** Changes the fields given of a photo that is locked; a 400 for a task that is not on its job. */
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
 * Shows all of the photos to the clients of their jobs, or hides them all; a 400 when one does not exist.
 * @returns how many were not so before
 */
export async function sharePhotos(
  db: Db,
  actorId: string,
  sharing: PhotoSharing,
): Promise<{ changed: number }> {
  const ids = [...new Set(sharing.ids)]
  const there = await queries.lockPhotos(db, ids)
  if (there.length < ids.length) throw invalid({ ids: 'One of these photos does not exist' })
  const changed = await queries.sharePhotos(db, { ...sharing, ids })
  const name = sharing.clientVisible ? 'photo.shared' : 'photo.changed'
  await publish(db, actorId, ...changed.map((photo) => photoEvent(name, photo, true)))
  return { changed: changed.length }
}

/** Deletes a photo that is locked; its files are the caller's to delete once this is committed. */
export async function deletePhoto(db: Db, actorId: string, photo: queries.PhotoRow) {
  await queries.deletePhoto(db, photo.id)
  const { uploadedById, createdAt } = photo
  const event = photoEvent('photo.deleted', photo, photo.clientVisible)
  const uploaded = { uploadedById, uploadedAt: createdAt.toISOString() }
  await publish(db, actorId, { ...event, detail: { ...event.detail, ...uploaded } })
}
