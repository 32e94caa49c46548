import { isId } from '@plumbline/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { toast } from '../../ui/toasts.ts'
import { photoQuery } from './api.ts'
import type { ViewerProps } from './Viewer.tsx'
import type { ViewedPhoto } from './viewedPhoto.ts'

const Viewer = lazyPart(() => import('./Viewer.tsx'))

/** Shows the photo in the URL among the loaded photos, or by itself if it is not loaded. */
export function OpenPhoto({ photos, photoId, total, onClose, ...viewer }: ViewerProps) {
  const isLoaded = photos.some(({ id }) => id === photoId)
  const one = useQuery({ ...photoQuery(photoId), enabled: !isLoaded && isId(photoId) })
  const isMissing = !isLoaded && (one.isError || !isId(photoId))
  const closeMissing = useEffectEvent(() => {
    toast({
      title: 'Photo not found',
      description: 'It may have been deleted, or you may not have access to it.',
    })
    onClose()
  })
  useEffect(() => {
    if (isMissing) closeMissing()
  }, [isMissing])

  const shown: readonly ViewedPhoto[] = isLoaded ? photos : one.data ? [one.data] : []
  if (shown.length === 0) return null
  // When the list replaces a single photo, the key restarts the viewer at the same photo.
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

/** The delay of a URL update. Browsers reject updates that are too frequent. */
const URL_UPDATE_DELAY_MS = 250

/** Stores the open photo in the URL, so that Back closes it and a link opens it. */
export function useOpenPhoto() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByClick = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Keeps the scroll position of the page below.
  const go = useCallback(
    (photoId: string, replace: boolean) =>
      void router.navigate({
        to: '.',
        search: (before: object) => ({ ...before, photo: photoId }),
        replace,
        resetScroll: false,
      }),
    [router],
  )
  const open = (photoId: string) => {
    openedByClick.current = true
    go(photoId, false)
  }
  const show = useCallback(
    (photoId: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // Back may have closed the viewer in the meantime.
        const { search } = router.latestLocation
        if ('photo' in search && search.photo && search.photo !== photoId) go(photoId, true)
      }, URL_UPDATE_DELAY_MS)
    },
    [go, router],
  )
  const close = () => {
    clearTimeout(timer.current)
    if (openedByClick.current) router.history.back({ ignoreBlocker: true })
    else go('', true)
    openedByClick.current = false
  }
  return { open, show, close }
}
