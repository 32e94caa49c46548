import { dayIn } from '@plumbline/contract/dates.ts'
import { takenMoment } from '@plumbline/contract/photos.ts'
import type { FastifyReply } from 'fastify'
import { companyTimeZone } from '../../access/company/queries.ts'
import { FileResponse } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pathMaker, safeName } from '../../platform/files/names.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { zipOf } from '../../platform/files/zip.ts'
import type { PhotoRow } from './queries.ts'

/** A browser that reads nothing for this long is disconnected. */
const IDLE_TIMEOUT_MS = 120_000

/** A zip file of the original photos, with a folder for each job, created while it is sent. */
export async function zipOfPhotos(
  db: Db,
  store: FileStore,
  photos: readonly PhotoRow[],
  { reply, now }: { readonly reply: FastifyReply; readonly now: Date },
): Promise<FileResponse> {
  const timeZone = await companyTimeZone(db)
  const pathOf = pathMaker()
  const { stream, size } = await zipOf(
    photos.map(({ id, jobName, storageKey, contentType, files, day, ...photo }) => ({
      path: pathOf({
        folder: safeName(jobName ?? '', 'Without a job'),
        prefix: day,
        id,
        contentType,
      }),
      size: files.original.size,
      changedAt: takenMoment(photo),
      open: async () => (await store.open(pictureKey(storageKey, 'original')))?.stream,
    })),
  )
  reply.raw.once('close', () => stream.destroy())
  reply.raw.setTimeout(IDLE_TIMEOUT_MS, () => reply.raw.destroy())
  return new FileResponse(
    200,
    {
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': `attachment; filename="photos-${dayIn(timeZone, now)}.zip"`,
    },
    stream,
  )
}
