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

/** The photo in the address, shown among those loaded or, when a link led further back, by itself. */
export function OpenPhoto({ photos, photoId, total, onClose, ...viewer }: ViewerProps) {
  const isLoaded = photos.some(({ id }) => id === photoId)
  const one = useQuery({ ...photoQuery(photoId), enabled: !isLoaded && isId(photoId) })
  const isGone = !isLoaded && (one.isError || !isId(photoId))
  const leave = useEffectEvent(() => {
    toast({
      title: 'Photo not found',
      description: 'It may have been deleted, or you may not have access to it.',
    })
    onClose()
  })
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  const shown: readonly ViewedPhoto[] = isLoaded ? photos : one.data ? [one.data] : []
  if (shown.length === 0) return null
  // When the list replaces a single photo, the viewer starts again at the same photo.
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

/** Browsers refuse an address that changes too often. */
const PAUSE_MS = 250

/** Keeps the open photo in the address: Back closes it, and a link opens it. */
export function useOpenPhoto() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cameByClick = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The page below stays scrolled where it was.
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
    cameByClick.current = true
    go(photoId, false)
  }
  const show = useCallback(
    (photoId: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // Back may have closed the viewer in the meantime.
        const { search } = router.latestLocation
        if ('photo' in search && search.photo && search.photo !== photoId) go(photoId, true)
      }, PAUSE_MS)
    },
    [go, router],
  )
  const close = () => {
    clearTimeout(timer.current)
    if (cameByClick.current) router.history.back()
    else go('', true)
    cameByClick.current = false
  }
  return { open, show, close }
}
