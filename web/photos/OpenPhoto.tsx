import type { Photo } from '@plumbline/contract/photos.ts'
import { isId } from '@plumbline/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useEffectEvent } from 'react'
import { toast } from '../ui/toasts.ts'
import { photoQuery } from './api.ts'
import type { ViewerProps } from './Viewer.tsx'

const Viewer = lazy(() => import('./Viewer.tsx'))

/** The photo that the address names, among those loaded or, when a link led further back, by itself. */
export function OpenPhoto({ photos, photoId, total, onClose, ...viewer }: ViewerProps) {
  const isLoaded = photos.some(({ id }) => id === photoId)
  const one = useQuery({ ...photoQuery(photoId), enabled: !isLoaded && isId(photoId) })
  const isGone = !isLoaded && (one.isError || !isId(photoId))
  const leave = useEffectEvent(() => {
    toast({
      title: 'Photo not found',
      description: 'It may have been deleted, or it is not yours to see.',
    })
    onClose()
  })
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  const shown: readonly Photo[] = isLoaded ? photos : one.data ? [one.data] : []
  if (shown.length === 0) return null
  // A list that takes the place of one begins anew, at the photo that is looked at.
  return (
    <Viewer
      {...viewer}
      key={isLoaded ? 'list' : 'one'}
      photos={shown}
      photoId={photoId}
      total={isLoaded ? total : 1}
      onClose={onClose}
    />
  )
}
