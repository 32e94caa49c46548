import { photoRoutes } from '@plumbline/contract/photos.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { altOf, pictureOf } from './reads.ts'

const MOST = '6'

/** The newest photos of a job, or of one of its tasks; nothing where there are none. */
export function PhotoStrip({ jobId, taskId }: { jobId: string; taskId?: string }) {
  const of = taskId ? { taskId } : { jobId }
  const { data: photos = [] } = useQuery(query(photoRoutes.list, { query: { ...of, limit: MOST } }))
  if (photos.length === 0) return null
  return (
    <section aria-label="Photos">
      <h2 className="mb-2.5">Photos</h2>
      <ul className="grid grid-cols-3 gap-1.5 sm:grid-cols-6">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Link
              href={paths.photos({ jobId, photo: photo.id })}
              aria-label={`Open photo: ${altOf(photo)}`}
              className="block aspect-square overflow-hidden rounded-s bg-sunken"
            >
              <img src={pictureOf(photo, 'thumb')} alt="" loading="lazy" className="size-full object-cover" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
