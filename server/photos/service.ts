import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { NewPhoto, PhotoChange } from '@plumbline/contract/photos.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import type { Db } from '../db/handle.ts'
import { lockVisibleJob } from '../jobs/queries.ts'
import { eventOf, publish } from '../live/publish.ts'
import * as queries from './queries.ts'

/** The event of a photo. One without a job is only for the person who uploaded it. */
function photoEvent(
  name: 'photo.created' | 'photo.changed' | 'photo.deleted',
  { id, jobId, uploadedById }: queries.PhotoRow,
): PlumblineEvent {
  return jobId === null
    ? { name, subjectId: id, detail: { audience: uploadedById } }
    : eventOf(name, { id, jobId })
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

/** Adds a photo whose files are stored; a 400 for a job or task that does not exist or that the person may not see. */
export async function createPhoto(
  db: Db,
  person: Person,
  photo: NewPhoto,
  stored: queries.StoredPicture,
): Promise<queries.PhotoRow> {
  if (photo.jobId && !(await lockVisibleJob(db, person, photo.jobId)))
    throw invalid({ jobId: 'This does not exist' })
  await requireTask(db, photo.jobId, photo.taskId)
  const row = await queries.insertPhoto(db, person.id, photo, stored)
  await publish(db, person.id, photoEvent('photo.created', row))
  return row
}

/** Changes the fields given of a photo that is locked; a 400 for a task that is not on its job. */
export async function changePhoto(
  db: Db,
  actorId: string,
  photo: queries.PhotoRow,
  change: PhotoChange,
): Promise<queries.PhotoRow> {
  await requireTask(db, photo.jobId, change.taskId)
  const row = await queries.updatePhoto(db, photo.id, change)
  await publish(db, actorId, photoEvent('photo.changed', row))
  return row
}

/** Deletes a photo that is locked; its files are the caller's to delete once this is committed. */
export async function deletePhoto(db: Db, actorId: string, photo: queries.PhotoRow) {
  await queries.deletePhoto(db, photo.id)
  await publish(db, actorId, photoEvent('photo.deleted', photo))
}
