import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now, such as `(width < 40rem)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** A screen with a single column. */
export const PHONE = '(width < 40rem)'
/** A screen with room for a panel beside the content. */
export const DESK = '(width >= 64rem)'
/** A screen with room for a table with many columns beside the sidebar. */
export const TABLE = '(width >= 72rem)'
