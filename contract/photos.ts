import { z } from 'zod'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id, optionalId, optionalText } from './text.ts'

/**
 * The sizes in which a picture is stored: for grids (480 pixels), for screens (2048), and as
 * uploaded.
 */
export const pictureSizes = ['thumb', 'full', 'original'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** The maximum size of an uploaded picture, in bytes. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024

export const Photo = z.object({
  id,
  jobId: id.nullable(),
  jobName: z.string().nullable(),
  taskId: id.nullable(),
  uploadedById: id,
  uploadedByName: z.string(),
  /** The address of the picture; add `?size=thumb`, `full` (the default) or `original`. */
  url: z.string(),
  caption: z.string().nullable(),
  /** Whether the client of the job sees it. */
  clientVisible: z.boolean(),
  /** The type of the original. */
  contentType: z.string(),
  /** Pixels, as the picture is displayed. */
  width: z.number().int(),
  height: z.number().int(),
  /** The size of the original, in bytes. */
  size: z.number().int(),
  /** When the picture was taken, according to the camera. */
  takenAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Photo = z.infer<typeof Photo>

/**
 * The moment under which a photo is shown and ordered: when it was taken according to its camera,
 * or else when it was uploaded, also where the camera says a later time.
 */
export function takenMoment<T extends Date | string>({
  takenAt,
  createdAt,
}: {
  readonly takenAt: T | null
  readonly createdAt: T
}): T {
  return takenAt !== null && takenAt < createdAt ? takenAt : createdAt
}

const yesNo = z.boolean('Must be true or false')
const fields = { caption: optionalText(2000).optional(), taskId: optionalId.optional() }

/** The form fields sent with the file `photo`. */
export const NewPhoto = z
  .object(
    {
      ...fields,
      jobId: optionalId.optional(),
      /**
       * Only for admins. Without it, the client sees an admin's photo, and a sub's as the settings
       * say.
       */
      clientVisible: z
        .enum(['true', 'false'], 'true or false')
        .transform((value) => value === 'true')
        .optional(),
    },
    'Send the photo as multipart/form-data',
  )
  .refine((photo) => !photo.taskId || photo.jobId, {
    path: ['taskId'],
    message: 'A photo of a task needs its job',
  })
export type NewPhoto = z.output<typeof NewPhoto>

/**
 * Only the fields sent are changed; a photo stays on its job. Only admins may change
 * `clientVisible`.
 */
export const PhotoChange = z.object(
  { ...fields, clientVisible: yesNo.optional() },
  'Send the change as an object',
)
export type PhotoChange = z.output<typeof PhotoChange>

export const PhotoFilter = z.object({
  ...pageQuery,
  jobId: id.optional(),
  /** Only photos of the jobs of this customer, for the office. */
  customerId: id.optional(),
  taskId: id.optional(),
})
export type PhotoFilter = z.output<typeof PhotoFilter>

/** The most photos in one request. */
export const MAX_PHOTOS = 200

const ids = z
  .array(id, 'Send a list of photo ids')
  .min(1, 'Choose at least one photo')
  .max(MAX_PHOTOS, `At most ${MAX_PHOTOS} photos`)

export const PhotoSharing = z.object({ ids, clientVisible: yesNo }, 'Send ids and clientVisible')
export type PhotoSharing = z.output<typeof PhotoSharing>

export const PhotoMove = z.object({ ids, jobId: id }, 'Send ids and jobId')
export type PhotoMove = z.output<typeof PhotoMove>

export const PhotoCaptions = z.object({ ids, caption: optionalText(2000) }, 'Send ids and caption')
export type PhotoCaptions = z.output<typeof PhotoCaptions>

/** The number of photos that were changed; the others had that value already. */
const Changed = z.object({ changed: z.number().int() })

export const photoRoutes = {
  list: route({
    method: 'GET',
    path: '/api/photos',
    summary: 'The photos the person may see, the last taken first',
    may: 'photo.list',
    about: ['photo'],
    keep: true,
    query: PhotoFilter,
    reply: z.array(Photo),
  }),
  one: route({
    method: 'GET',
    path: '/api/photos/:id',
    summary: 'One photo',
    may: 'photo.read',
    about: ['photo'],
    keep: true,
    reply: Photo,
  }),
  create: route({
    method: 'POST',
    path: '/api/photos',
    summary:
      'Upload a photo: JPEG, PNG, WebP, AVIF, GIF or HEIC of at most 25 MB and 50 megapixels',
    may: 'photo.create',
    upload: 'photo',
    body: NewPhoto,
    reply: Photo,
    status: 201,
    fails: ['badPicture', 'tooManyPixels', 'notPicture'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/photos/:id',
    summary: 'Change the caption or the task; admins also whether the client sees it',
    may: 'photo.update',
    body: PhotoChange,
    reply: Photo,
    fails: ['stale'],
  }),
  share: route({
    method: 'POST',
    path: '/api/photos/share',
    summary: 'Show photos to the clients of their jobs, or hide them from them',
    may: 'photo.share',
    body: PhotoSharing,
    reply: Changed,
    status: 200,
  }),
  move: route({
    method: 'POST',
    path: '/api/photos/move',
    summary: 'Move photos to another job; none of them is of a task any more',
    may: 'photos.move',
    body: PhotoMove,
    reply: Changed,
    status: 200,
    fails: ['photoSent'],
  }),
  caption: route({
    method: 'POST',
    path: '/api/photos/caption',
    summary: 'Give photos the same caption; a sub their own only',
    may: 'photos.update',
    body: PhotoCaptions,
    reply: Changed,
    status: 200,
  }),
  removeSeveral: route({
    method: 'POST',
    path: '/api/photos/delete',
    summary: 'Delete photos and their files; a sub their own only',
    may: 'photos.delete',
    body: z.object({ ids }, 'Send ids'),
    reply: z.void(),
    status: 204,
    fails: ['photoSent'],
  }),
  zip: route({
    method: 'GET',
    path: '/api/photos/zip',
    summary: 'Photos as they were uploaded in one zip file; for a sub their own only',
    may: 'photos.download',
    keep: false,
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(ids),
    }),
    reply: z.void(),
    file: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/photos/:id',
    summary: 'Delete a photo and its files',
    may: 'photo.delete',
    reply: z.void(),
    status: 204,
    fails: ['photoSent'],
  }),
  image: route({
    method: 'GET',
    path: '/api/photos/:id/image',
    summary: 'The picture itself; the original only for admins and who uploaded it',
    may: 'photo.read',
    keep: 'thumb',
    query: z.object({ size: z.enum(pictureSizes, 'size is thumb, full or original').optional() }),
    reply: z.void(),
    file: true,
  }),
}
