import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from './usePrinting.ts'

/** How far from the visible part an item is rendered, in pixels: before it is seen at the speed of a thumb. */
const MARGIN = 600

/** The classes of an empty row of a panel, as high as one with content is taken to be. */
export const emptyRow = 'h-[5.3rem] border-t border-line first:border-t-0'

interface WhenNearProps {
  /** The classes of the empty item, which give it the height of one with content. */
  className: string
  /** The item, a `li`. */
  children: () => ReactNode
}

/**
 * An item of a list that is rendered when it comes near the visible part, and stays. An empty one keeps its place until
 * then, so that the page is about as high, Back returns to where one was and a screen reader counts the same items.
 */
export function WhenNear({ className, children }: WhenNearProps) {
  const place = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(false)
  const isShown = usePrinting() || isNear
  useLayoutEffect(() => {
    if (isShown || !place.current) return
    const { top, bottom } = place.current.getBoundingClientRect()
    // What is seen at once is not painted empty first.
    if (top <= innerHeight && bottom >= 0) return setNear(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${MARGIN}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isShown])
  return isShown ? children() : <li ref={place} className={className} />
}
