import {
  type ReactNode,
  type RefCallback,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

/**
 * The distance from the visible part at which an item is rendered at once: early enough for fast
 * scrolling.
 */
const MARGIN_PX = 600

/** The classes of an empty row of a panel, in addition to its height. */
export const emptyRow = 'border-t border-line first:border-t-0'

interface Height {
  /** The height of the whole item, in pixels. */
  readonly outer: number
  /** Its height without padding and border. */
  readonly inner: number
}

/** The last known heights of items, so that the page has the same height after Back. */
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

/** The functions that render the waiting items, in the order of the page. */
const waiting = new Set<() => void>()
let isPlanned = false

/**
 * Renders the next item when the browser is idle: one at a time, so that input in between is
 * handled at once.
 */
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

// The browser captures the page right after the event.
addEventListener('beforeprint', () =>
  flushSync(() => {
    for (const show of waiting) show()
  }),
)

interface WhenNearProps {
  /** The data of the item: an object that stays the same while the content does. */
  item: object
  /** The classes of the empty item, which give it the height of one with content. */
  className: string
  /** Renders the item, a `li` with this ref. */
  children: (ref: RefCallback<HTMLLIElement>) => ReactNode
}

/**
 * An item of a list that is rendered when it comes near the visible part. The other items of the
 * page are rendered one after another while the browser is idle, so that the first screen does not
 * wait for them, and within a second or two all of them can be found, focused and read. Until then
 * an empty item reserves the space.
 */
export function WhenNear({ item, className, children }: WhenNearProps) {
  const placeholder = useRef<HTMLLIElement>(null)
  const [isShown, setShown] = useState(false)
  const [height] = useState(() => heights.get(item)?.outer)
  useLayoutEffect(() => {
    if (isShown || !placeholder.current) return
    const { top, bottom } = placeholder.current.getBoundingClientRect()
    // Items that are visible at once are not painted empty first.
    if (top <= innerHeight && bottom >= 0) return setShown(true)
    const show = () => {
      waiting.delete(show)
      setShown(true)
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: `${MARGIN_PX}px` },
    )
    observer.observe(placeholder.current)
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
      // Otherwise an item that the browser does not lay out while it is far away would have the
      // height of its class.
      if (known) shown.style.setProperty('contain-intrinsic-block-size', `auto ${known.inner}px`)
      // An observer reports the sizes. Measuring hundreds of rows would force a layout for each.
      sizes ??= new ResizeObserver(noteSizes)
      sizes.observe(shown)
      return () => sizes?.unobserve(shown)
    },
    [item],
  )
  if (isShown) return children(rememberHeight)
  return (
    <li ref={placeholder} className={className} style={height ? { height, minHeight: 0 } : {}} />
  )
}
