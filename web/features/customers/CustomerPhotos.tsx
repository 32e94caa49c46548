import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { TitledPanel } from '../../ui/Card.tsx'
import { ThumbLink } from '../photos/ThumbLink.tsx'
import { customerPhotos } from './api.ts'

/** The newest photos of a customer's jobs. Renders nothing without photos. */
export function CustomerPhotos({ id }: { id: string }) {
  const { data } = useInfiniteQuery(customerPhotos(id))
  const [page] = data?.pages ?? []
  if (!page || page.items.length === 0) return null
  return (
    <TitledPanel title="Photos" count={page.total}>
      <ul className="grid grid-cols-3 gap-1 sm:grid-cols-6">
        {page.items.map((photo) => (
          <li key={photo.id}>
            <ThumbLink
              photo={photo}
              href={paths.photos({ jobId: photo.jobId ?? '', photo: photo.id })}
              className="rounded-xs"
            />
          </li>
        ))}
      </ul>
    </TitledPanel>
  )
}
