import { Failure } from '@plumbline/contract/failures.ts'
import { type PictureSize, photoRoutes } from '@plumbline/contract/photos.ts'
import { may } from '@plumbline/contract/policy.ts'
import { deletePictures } from '../../events/fileDeletions.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { countDownload } from '../../http/download.ts'
import { fileResponse } from '../../http/file.ts'
import type { Serve } from '../../http/serve.ts'
import { newId } from '../../platform/db/ids.ts'
import { extensions } from '../../platform/files/names.ts'
import {
  deletePicture,
  type FileFacts,
  pictureKey,
  storePhoto,
} from '../../platform/files/pictures/store.ts'
import { requireQuota } from '../storage/service.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'
import { zipOfPhotos } from './zip.ts'

/** One of the files of a photo, under a name that contains nothing a person typed. */
function servedFile(
  { id, storageKey, contentType, day }: queries.PhotoRow,
  size: PictureSize,
  file: FileFacts,
) {
  const type = size === 'original' ? contentType : 'image/webp'
  return {
    ...file,
    key: pictureKey(storageKey, size),
    contentType: type,
    name: `photo-${day}-${id.slice(-6)}.${extensions[type] ?? 'bin'}`,
    attachment: size === 'original',
  }
}

/** The audit entry for photos that are now shown to, or hidden from, the clients of their jobs. */
const sharingChanged = (shared: boolean, photos: number) =>
  ({ action: 'photo.sharingChanged', detail: { shared, photos } }) as const

const photoDeleted = ({ id, jobName }: queries.PhotoRow) =>
  ({ action: 'photo.deleted', subjectId: id, subject: jobName ?? undefined }) as const

export function routes(serve: Serve) {
  serve(photoRoutes.list, {
    handle: ({ db, person, query }) => queries.listPhotos(db, person, query),
  })

  serve(photoRoutes.one, {
    find: ({ db, person, params }) => queries.findPhoto(db, person, params.id),
    handle: async ({ person, subject }) => queries.toPhoto(subject, person),
  })

  serve(photoRoutes.create, {
    storeFile: async ({ services, person, file }) => {
      await requireQuota(services.database.db, person.id, file.size)
      const id = newId()
      const storageKey = `photos/${id}`
      const picture = await storePhoto(services.files, file, storageKey, person.id)
      return { id, storageKey, picture, undo: () => deletePicture(services.files, storageKey) }
    },
    handle: async ({ db, person, body, stored, services, afterCommit }) => {
      const photo = await service.createPhoto(db, person, body, stored)
      afterCommit(async () => services.renditions.enqueue(photo.id))
      return queries.toPhoto(photo, person)
    },
  })

  serve(photoRoutes.update, {
    find: ({ db, person, params }) => queries.lockPhoto(db, person, params.id),
    handle: async ({ db, person, subject, body, request }) => {
      if (Object.keys(body).length === 0) return queries.toPhoto(subject, person)
      const photo = await service.changePhoto(db, person, subject, body)
      if (photo.clientVisible !== subject.clientVisible)
        await recordAudit(db, request, {
          ...sharingChanged(photo.clientVisible, 1),
          subjectId: photo.id,
          subject: photo.jobName ?? undefined,
        })
      return queries.toPhoto(photo, person)
    },
  })

  serve(photoRoutes.share, {
    handle: async ({ db, person, body, request }) => {
      const shared = await service.sharePhotos(db, person, body)
      if (shared.changed > 0)
        await recordAudit(db, request, sharingChanged(body.clientVisible, shared.changed))
      return shared
    },
  })

  serve(photoRoutes.remove, {
    find: ({ db, person, params }) => queries.lockPhoto(db, person, params.id),
    handle: async ({ db, person, subject, services, request, afterCommit }) => {
      await service.deletePhotos(db, person.id, [subject])
      await recordAudit(db, request, photoDeleted(subject))
      await deletePictures({ db, services, afterCommit }, [subject.storageKey])
    },
  })

  serve(photoRoutes.move, {
    handle: async ({ db, person, body, request }) => {
      const { changed, jobName } = await service.movePhotos(db, person, body)
      // Recorded, because different people can see the photos now.
      const moved = { subjectId: body.jobId, subject: jobName, detail: { photos: changed } }
      if (changed > 0) await recordAudit(db, request, { action: 'photo.moved', ...moved })
      return { changed }
    },
  })

  serve(photoRoutes.caption, {
    handle: ({ db, person, body }) => service.captionPhotos(db, person, body),
  })

  serve(photoRoutes.removeSeveral, {
    handle: async ({ db, person, body, services, request, afterCommit }) => {
      const deleted = await service.lockToDelete(db, person, body.ids)
      await service.deletePhotos(db, person.id, deleted)
      await recordAudit(db, request, ...deleted.map(photoDeleted))
      await deletePictures(
        { db, services, afterCommit },
        deleted.map(({ storageKey }) => storageKey),
      )
    },
  })

  serve(photoRoutes.zip, {
    handle: async ({ db, person, query, services, reply, now }) => {
      const originals = await service.originalsOf(db, person, query.ids)
      const bytes = originals.reduce((sum, { files }) => sum + files.original.size, 0)
      await countDownload(services, person.id, bytes, now)
      return zipOfPhotos(db, services.files, originals, { reply, now })
    },
  })

  serve(photoRoutes.image, {
    find: ({ db, person, params }) => queries.findPhoto(db, person, params.id),
    handle: async ({ person, subject, query, services, request, now }) => {
      const size = query.size ?? 'full'
      if (size === 'original') {
        if (!may(person, 'photo.original', subject)) throw new Failure('forbidden')
        await countDownload(services, person.id, subject.files.original.size, now)
      }
      const file =
        size === 'full' ? await services.renditions.fullOf(subject, person.id) : subject.files[size]
      // The thumbnail replaces a rendition that cannot be created now.
      const shown = file
        ? servedFile(subject, size, file)
        : { ...servedFile(subject, 'thumb', subject.files.thumb), isPlaceholder: true }
      return fileResponse(request, services.files, shown)
    },
  })
}
