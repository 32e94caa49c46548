import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now, such as `(width < 40rem)`. */
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

/** One column, in one hand. */
export const PHONE = '(width < 40rem)'
/** Room for a panel beside the content. */
export const DESK = '(width >= 64rem)'
/** Room for a table of many columns beside the sidebar. */
export const TABLE = '(width >= 72rem)'
