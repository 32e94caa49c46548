import { photoRoutes } from '@plumbline/contract/photos.ts'
import { query } from '../../api/query.ts'

/** The newest photos of a job, which some are chosen from. */
export const newestPhotos = (jobId: string) =>
  query(photoRoutes.list, { query: { jobId, limit: '100' } })

/** The URL of the thumbnail of a photo, by its id. */
export const thumbOf = (photoId: string) => `/api/photos/${photoId}/image?size=thumb`
