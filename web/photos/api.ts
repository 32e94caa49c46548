import { type Photo, type PictureSize, photoRoutes } from '@plumbline/contract/photos.ts'
import { isId } from '@plumbline/contract/text.ts'
import { pagedQuery, query } from '../api/query.ts'

export interface PhotoWords {
  readonly jobId?: string | undefined
}

/** The filter in an address; an id that is none is ignored. */
export function photoWords(words: Readonly<Record<string, unknown>>): PhotoWords {
  return typeof words.jobId === 'string' && isId(words.jobId) ? { jobId: words.jobId } : {}
}

/** More than fill a large screen; each is a picture to fetch. */
const AT_ONCE = 30

/** The photos of a project or of all, newest first, page by page. */
export const photoPages = (words: PhotoWords) =>
  pagedQuery(photoRoutes.list, { query: { ...words } }, AT_ONCE)

/** One photo, wherever in the list it stands. */
export const photoQuery = (id: string) => query(photoRoutes.one, { params: { id } })

/** Where the picture of a photo is. */
export const pictureOf = (photo: Pick<Photo, 'url'>, size: PictureSize) =>
  `${photo.url}?size=${size}`

/** What a photo shows, for those who cannot see it. */
export const altOf = ({ caption, jobName }: Pick<Photo, 'caption' | 'jobName'>) =>
  caption ?? (jobName ? `Photo of ${jobName}` : 'Photo without a project')
