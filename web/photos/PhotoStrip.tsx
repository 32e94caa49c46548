import { photoRoutes } from '@plumbline/contract/photos.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { altOf, pictureOf } from './api.ts'
import { HiddenMark } from './HiddenMark.tsx'

const MAX_PHOTOS = '6'

interface PhotoStripProps {
  jobId: string
  taskId?: string
  /** The button beside the title, where photos can be added. */
  action?: ReactNode
}

/** The newest photos of a job, or of one of its tasks; nothing where there are none and none can be added. */
export function PhotoStrip({ jobId, taskId, action }: PhotoStripProps) {
  const of = taskId ? { taskId } : { jobId }
  const { data: photos = [] } = useQuery(
    query(photoRoutes.list, { query: { ...of, limit: MAX_PHOTOS } }),
  )
  if (photos.length === 0 && !action) return null
  return (
    <section aria-label="Photos">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2>Photos</h2>
        {action}
      </div>
      <ul className="grid grid-cols-3 gap-1.5 empty:hidden sm:grid-cols-6">
        {photos.map((photo) => (
          <li key={photo.id} className="relative">
            <Link
              href={paths.photos({ jobId, photo: photo.id })}
              aria-label={`Open photo: ${altOf(photo)}`}
              className="block aspect-square overflow-hidden rounded-s bg-sunken"
            >
              <img
                src={pictureOf(photo, 'thumb')}
                alt=""
                loading="lazy"
                className="size-full object-cover"
              />
            </Link>
            {!photo.clientVisible && <HiddenMark />}
          </li>
        ))}
      </ul>
    </section>
  )
}
