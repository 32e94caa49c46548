import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useWords } from '../shell/useWords.ts'

/** Browsers refuse an address that changes too often. */
const PAUSE_MS = 250

/** The photo that is looked at, kept in the address: Back closes it, and a link opens it. */
export function useOpenPhoto() {
  const router = useRouter()
  const [{ photo = '' }] = useWords()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cameByClick = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The page below stays where it was scrolled to.
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
      timer.current = setTimeout(() => go(photoId, true), PAUSE_MS)
    },
    [go],
  )
  const close = () => {
    clearTimeout(timer.current)
    if (cameByClick.current) router.history.back()
    else go('', true)
    cameByClick.current = false
  }
  return { photoId: photo, open, show, close }
}
