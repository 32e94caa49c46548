import { useEffect, useState } from 'react'

/**
 * Whether a media query matches now, such as `(width < 40rem)`. On paper, it is the answer from
 * before printing, so that the same parts are shown as on the screen.
 */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => {
      if (!matchMedia('print').matches) setMatches(list.matches)
    }
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return matches
}

/** A screen with a single column. */
export const PHONE = '(width < 40rem)'
/** A screen with room for a panel beside the content. */
export const DESK = '(width >= 64rem)'
/** A screen with room for a table with many columns beside the sidebar. */
export const TABLE = '(width >= 72rem)'
