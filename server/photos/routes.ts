import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { type PictureSize, photoRoutes } from '@plumbline/contract/photos.ts'
import { may } from '@plumbline/contract/policy.ts'
import { newId } from '../db/ids.ts'
import { deletePicture, pictureKey, storePicture } from '../files/pictures/store.ts'
import { fileResponse } from '../http/file.ts'
import type { Serve } from '../http/serve.ts'
import { record } from '../live/record.ts'
import * as queries from './queries.ts'
import { deletePhoto, insertPhoto, updatePhoto, type WrittenPhoto } from './writes.ts'

/** A job or task that is not there, and one that the person may not use, read the same; the write rolls back. */
function requireFits({ jobFits, taskFits }: WrittenPhoto) {
  if (!jobFits) throw invalid({ jobId: 'This does not exist' })
  if (!taskFits) throw invalid({ taskId: 'This does not exist' })
}

/** Without a job there is nobody else to hear of a photo than who uploaded it. */
function eventOf(
  name: 'photo.created' | 'photo.changed' | 'photo.deleted',
  { id, jobId, uploadedById }: queries.PhotoRow,
): PlumblineEvent {
  return jobId === null
    ? { name, subjectId: id, detail: { audience: uploadedById } }
    : { name, subjectId: id, jobId }
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/heic': 'heic',
}

/** One of the files of a photo, under a name that owes nothing to what anybody typed. */
function served(
  { id, storageKey, files, contentType, takenAt, createdAt }: queries.PhotoRow,
  size: PictureSize,
) {
  const type = size === 'original' ? contentType : 'image/webp'
  const day = (takenAt ?? createdAt).toISOString().slice(0, 10)
  return {
    ...files[size],
    key: pictureKey(storageKey, size),
    contentType: type,
    name: `photo-${day}-${id.slice(-6)}.${extensions[type] ?? 'bin'}`,
    attachment: size === 'original',
  }
}

export function photos(serve: Serve) {
  serve(photoRoutes.list, {
    handle: ({ db, person, query }) => queries.listPhotos(db, person, query),
  })

  serve(photoRoutes.one, {
    find: ({ db, person, params }) => queries.findPhoto(db, person, params.id),
    handle: async ({ person, subject }) => queries.toPhoto(subject, person),
  })

  serve(photoRoutes.create, {
    storeFile: async ({ services, file }) => {
      const id = newId()
      const storageKey = `photos/${id}`
      const picture = await storePicture(services.files, file, storageKey)
      return { id, storageKey, picture, undo: () => deletePicture(services.files, storageKey) }
    },
    handle: async ({ db, person, body, stored }) => {
      const photo = await insertPhoto(db, person, body, stored)
      requireFits(photo)
      await record(db, person.id, eventOf('photo.created', photo))
      return queries.toPhoto(photo, person)
    },
  })

  serve(photoRoutes.update, {
    find: ({ db, person, params }) => queries.lockPhoto(db, person, params.id),
    handle: async ({ db, person, subject, body }) => {
      if (Object.keys(body).length === 0) return queries.toPhoto(subject, person)
      const photo = await updatePhoto(db, subject.id, body)
      requireFits(photo)
      await record(db, person.id, eventOf('photo.changed', photo))
      return queries.toPhoto(photo, person)
    },
  })

  serve(photoRoutes.remove, {
    find: ({ db, person, params }) => queries.lockPhoto(db, person, params.id),
    handle: async ({ db, person, subject, services, afterCommit }) => {
      await deletePhoto(db, subject.id)
      await record(db, person.id, eventOf('photo.deleted', subject))
      afterCommit(() => deletePicture(services.files, subject.storageKey))
    },
  })

  serve(photoRoutes.image, {
    find: ({ db, person, params }) => queries.findPhoto(db, person, params.id),
    handle: async ({ person, subject, query, services, request }) => {
      const size = query.size ?? 'full'
      if (size === 'original' && !may(person, 'photo.original', subject))
        throw new Failure('forbidden')
      return fileResponse(request, services.files, served(subject, size))
    },
  })
}
