import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { thumbOf } from './choosing.ts'

interface PhotoThumbsProps {
  jobId: string
  photoIds: readonly string[]
  /** The accessible name of the list. */
  label: string
}

/** Some photos of a job. A click opens the viewer. */
export function PhotoThumbs({ jobId, photoIds, label }: PhotoThumbsProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-4 gap-1.5 sm:grid-cols-6">
      {photoIds.map((photo, n) => (
        <li key={photo}>
          <Link
            href={paths.photos({ jobId, photo })}
            aria-label={`Open photo ${n + 1} of ${photoIds.length}`}
            className="block aspect-square overflow-hidden rounded-s bg-sunken"
          >
            <img src={thumbOf(photo)} alt="" loading="lazy" className="size-full object-cover" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
