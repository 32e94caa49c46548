import {
  type ReactNode,
  type RefCallback,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

/** How far from the visible part an item is rendered at once, in pixels: before it is seen at the speed of a thumb. */
const MARGIN = 600

/** The classes of an empty row of a panel, beside its height. */
export const emptyRow = 'border-t border-line first:border-t-0'

interface Height {
  /** The height of the whole item, in pixels. */
  readonly outer: number
  /** Its height without padding and border. */
  readonly inner: number
}

/** The heights of items when they last left the screen, by which Back finds the page as high as it was. */
const heights = new WeakMap<object, Height>()

const itemOf = new WeakMap<Element, object>()
let sizes: ResizeObserver | undefined
function noteSizes(entries: readonly ResizeObserverEntry[]) {
  for (const { target, borderBoxSize, contentBoxSize } of entries) {
    const item = itemOf.get(target)
    const outer = borderBoxSize[0]?.blockSize ?? 0
    const inner = contentBoxSize[0]?.blockSize ?? 0
    if (item && outer > 0) heights.set(item, { outer, inner })
  }
}

/** What renders the items that still wait, in the order of the page. */
const waiting = new Set<() => void>()
let isPlanned = false

/** Renders the next item in a pause of the browser: one at a time, so that a press in between is not kept waiting. */
function planStep() {
  if (isPlanned || waiting.size === 0) return
  isPlanned = true
  const step = () => {
    isPlanned = false
    const [show] = waiting
    show?.()
    planStep()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(step)
  else setTimeout(step, 50)
}

/** Resets the state of this module between tests. */
export function resetSizes() {
  sizes = undefined
  isPlanned = false
}

// The browser takes its picture of the page right after the event.
addEventListener('beforeprint', () =>
  flushSync(() => {
    for (const show of waiting) show()
  }),
)

interface WhenNearProps {
  /** What the item shows: an object that stays the same while its content does. */
  item: object
  /** The classes of the empty item, which give it the height of one with content. */
  className: string
  /** The item, a `li` with this ref. */
  children: (ref: RefCallback<HTMLLIElement>) => ReactNode
}

/**
 * An item of a list that is rendered when it comes near the visible part, the others of the page one after another while
 * the browser has nothing else to do: so the first screen does not wait for them, and within a second or two all can be
 * found, reached and read. An empty one keeps the place until then.
 */
export function WhenNear({ item, className, children }: WhenNearProps) {
  const place = useRef<HTMLLIElement>(null)
  const [isShown, setShown] = useState(false)
  const [height] = useState(() => heights.get(item)?.outer)
  useLayoutEffect(() => {
    if (isShown || !place.current) return
    const { top, bottom } = place.current.getBoundingClientRect()
    // What is seen at once is not painted empty first.
    if (top <= innerHeight && bottom >= 0) return setShown(true)
    const show = () => {
      waiting.delete(show)
      setShown(true)
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: `${MARGIN}px` },
    )
    observer.observe(place.current)
    waiting.add(show)
    planStep()
    return () => {
      observer.disconnect()
      waiting.delete(show)
    }
  }, [isShown])
  const rememberHeight = useCallback(
    (shown: HTMLLIElement) => {
      itemOf.set(shown, item)
      const known = heights.get(item)
      // An item that the browser does not lay out while it is far away would have the height of its class.
      if (known) shown.style.setProperty('contain-intrinsic-block-size', `auto ${known.inner}px`)
      // To be told of sizes, since to measure hundreds of rows as they go is a layout for each.
      sizes ??= new ResizeObserver(noteSizes)
      sizes.observe(shown)
      return () => sizes?.unobserve(shown)
    },
    [item],
  )
  if (isShown) return children(rememberHeight)
  return <li ref={place} className={className} style={height ? { height, minHeight: 0 } : {}} />
}
