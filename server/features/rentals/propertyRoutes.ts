import { Failure } from '@plumbline/contract/failures.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { deletePictures } from '../../events/fileDeletions.ts'
import { publish } from '../../events/publish.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import { fileResponse } from '../../http/file.ts'
import type { Serve } from '../../http/serve.ts'
import { newId } from '../../platform/db/ids.ts'
import { deletePicture, pictureKey, storePicture } from '../../platform/files/pictures/store.ts'
import { toJob } from '../jobs/queries.ts'
import { requireQuota } from '../storage/service.ts'
import * as properties from './properties.ts'
import { createPropertyJob, listPropertyJobs } from './propertyJobs.ts'
import * as photos from './propertyPhotos.ts'

/** The routes for properties, their photos and their jobs. */
export function propertyRoutes(serve: Serve) {
  serve(rentalRoutes.list, {
    handle: ({ db, query, now }) => properties.listProperties(db, query, now),
  })

  serve(rentalRoutes.stats, { handle: ({ db, now }) => properties.propertyStats(db, now) })

  serve(rentalRoutes.one, {
    find: ({ db, params, now }) => properties.findProperty(db, params.id, now),
    handle: async ({ subject }) => properties.toProperty(subject),
  })

  serve(rentalRoutes.create, {
    handle: async ({ db, person, body, now }) => {
      const id = await properties.insertProperty(db, body)
      const row = (await properties.findProperty(db, id, now)) as properties.PropertyRow
      await publish(db, person.id, { name: 'rentalProperty.created', subjectId: id })
      return properties.toProperty(row)
    },
  })

  serve(rentalRoutes.update, {
    find: ({ db, params, now }) => properties.findProperty(db, params.id, now, { lock: true }),
    handle: async ({ db, person, subject, body, now }) => {
      if (Object.keys(body).length === 0) return properties.toProperty(subject)
      const { id, archivedAt } = subject
      if (body.archived && archivedAt === null && (await properties.isLeased(db, id, now)))
        throw new Failure('propertyLeased')
      await properties.updateProperty(db, id, body, now)
      const row = (await properties.findProperty(db, id, now)) as properties.PropertyRow
      await publish(db, person.id, { name: 'rentalProperty.changed', subjectId: id })
      return properties.toProperty(row)
    },
  })

  serve(rentalRoutes.remove, {
    find: ({ db, params, now }) => properties.findProperty(db, params.id, now, { lock: true }),
    handle: async ({ db, person, subject: { id, address }, services, request, afterCommit }) => {
      if (await properties.hasHistory(db, id)) throw new Failure('propertyHasHistory')
      const keys = await photos.propertyPictureKeys(db, id)
      await properties.deleteProperty(db, id)
      await recordAudit(db, request, deleted('rental property', id, address))
      await deletePictures({ db, services, afterCommit }, keys)
      await publish(db, person.id, { name: 'rentalProperty.deleted', subjectId: id })
    },
  })

  serve(rentalRoutes.jobs, {
    find: ({ db, params, now }) => properties.findProperty(db, params.id, now),
    handle: ({ db, subject }) => listPropertyJobs(db, subject.id),
  })

  serve(rentalRoutes.makeJob, {
    find: ({ db, params }) => properties.lockProperty(db, params.id),
    handle: async ({ db, person, subject, body }) =>
      toJob(await createPropertyJob(db, person.id, subject.id, body), person),
  })

  photoRoutes(serve)
}

function photoRoutes(serve: Serve) {
  serve(rentalRoutes.photos, {
    find: ({ db, params, now }) => properties.findProperty(db, params.id, now),
    handle: ({ db, subject, query }) => photos.listPropertyPhotos(db, subject.id, query),
  })

  serve(rentalRoutes.addPhoto, {
    find: ({ db, params }) => properties.lockProperty(db, params.id),
    storeFile: async ({ services, person, file }) => {
      await requireQuota(services.database.db, person.id, file.size)
      const id = newId()
      const storageKey = `properties/${id}`
      const picture = await storePicture(services.files, file, storageKey, person.id)
      return { id, storageKey, picture, undo: () => deletePicture(services.files, storageKey) }
    },
    handle: async ({ db, person, subject, body, stored }) => {
      const place = { propertyId: subject.id, uploadedById: person.id }
      await requireQuota(db, person.id, stored.picture.files.original.size, { lock: true })
      await photos.insertPropertyPhoto(db, place, body, stored)
      const row = (await photos.findPropertyPhoto(db, stored.id)) as photos.PropertyPhotoRow
      await publish(db, person.id, { name: 'rentalProperty.changed', subjectId: subject.id })
      return photos.toPropertyPhoto(row)
    },
  })

  serve(rentalRoutes.photoImage, {
    find: ({ db, params }) => photos.findPropertyPhoto(db, params.id),
    handle: async ({ subject, query, services, request }) => {
      const { id, storageKey, files, createdAt } = subject
      const size = query.size ?? 'full'
      return fileResponse(request, services.files, {
        ...files[size],
        key: pictureKey(storageKey, size),
        contentType: 'image/webp',
        name: `property-${createdAt.toISOString().slice(0, 10)}-${id.slice(-6)}.webp`,
        attachment: false,
      })
    },
  })

  serve(rentalRoutes.removePhoto, {
    find: ({ db, params }) => photos.lockPropertyPhoto(db, params.id),
    handle: async ({ db, person, subject, services, request, afterCommit }) => {
      await photos.deletePropertyPhoto(db, subject.id)
      await recordAudit(db, request, { action: 'photo.deleted', subjectId: subject.id })
      await deletePictures({ db, services, afterCommit }, [subject.storageKey])
      await publish(db, person.id, {
        name: 'rentalProperty.changed',
        subjectId: subject.propertyId,
      })
    },
  })
}
