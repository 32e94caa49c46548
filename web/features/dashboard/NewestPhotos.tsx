import { photoRoutes } from '@plumbline/contract/photos.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { ThumbLink } from '../photos/ThumbLink.tsx'
import { HomeSection } from './HomeSection.tsx'

const newest = query(photoRoutes.list, { query: { limit: '6' } })

/** The six newest photos of all jobs. */
export default function NewestPhotos() {
  const { data } = useQuery(newest)
  return (
    <HomeSection
      title="Newest photos"
      end={
        <Link href={paths.photos()} className="action-link">
          All photos
        </Link>
      }
    >
      {data?.length === 0 && <p className="py-3.5 text-ink-2">No photos yet</p>}
      <ul className="mt-2.5 grid grid-cols-3 gap-0.5">
        {data?.map((photo) => (
          <li key={photo.id}>
            <ThumbLink
              photo={photo}
              href={paths.photos({ photo: photo.id })}
              className="rounded-xs"
            />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
