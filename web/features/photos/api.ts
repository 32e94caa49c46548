import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Photo, type PictureSize, photoRoutes } from '@plumbline/contract/photos.ts'
import { Camera, Upload } from 'lucide-react'
import { pagedQuery, query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { type Command, type CommandSource, fits } from '../../screens/commands.ts'

/** More than fit on a large screen. Each one is a picture to fetch. */
const PAGE_SIZE = 30

/** The photos of a project or of all, newest first, page by page. */
export const photoPages = (jobId: string | undefined) =>
  pagedQuery(photoRoutes.list, { query: { jobId } }, PAGE_SIZE)

/** The newest photos of a job, and their total number. */
export const jobPhotos = (jobId: string) => pagedQuery(photoRoutes.list, { query: { jobId } }, 6)

/** One photo. */
export const photoQuery = (id: string) => query(photoRoutes.one, { params: { id } })

/** The URL of a photo's picture. */
export const pictureOf = (photo: Pick<Photo, 'url'>, size: PictureSize) =>
  `${photo.url}?size=${size}`

/** The alternative text of a photo. */
export const altOf = ({ caption, jobName }: Pick<Photo, 'caption' | 'jobName'>) =>
  caption ?? (jobName ? `Photo of ${jobName}` : 'Photo without a project')

const MAX_JOBS = 4

/** The palette commands: upload photos, or open the photos of a project by its name. */
export const photoCommands: CommandSource = {
  heading: 'Photos',
  minLength: 1,
  find: async (word, { may, client }) => {
    const upload: Command = {
      id: 'upload',
      label: 'Upload photos',
      icon: Upload,
      href: paths.photos({ new: 'photo' }),
    }
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    const ofJobs = jobs.slice(0, MAX_JOBS).map(({ id, name }) => ({
      id,
      label: `Photos of ${name}`,
      icon: Camera,
      href: paths.photos({ jobId: id }),
    }))
    return may('photo.create') && fits(upload.label, word) ? [upload, ...ofJobs] : ofJobs
  },
}
