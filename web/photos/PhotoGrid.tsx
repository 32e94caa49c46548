import { COUNTED_TO } from '@plumbline/contract/counted.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

const GAP = 14
/** Two columns on a phone, more where cards of this width fit. */
const CARD_WIDTH = 220

/** The height below a picture, in rem: its lines, and the buttons of those who have some. */
const TEXT = { lines: 4.75, buttons: 5.15, touch: 5.9, phone: 7.1 } as const
const TOUCH = '(pointer: coarse), (width < 40rem)'
const PHONE = '(width < 40rem)'

interface PhotoGridProps {
  count: number
  /** How many there are, those not loaded yet included. */
  total: number
  busy: boolean
  /** Whether there may be buttons on a card. */
  hasButtons: boolean
  keyOf: (index: number) => string
  render: (index: number) => ReactNode
}

interface Size {
  readonly width: number
  /** From the top of the page. */
  readonly top: number
  /** Of the text of a card. */
  readonly text: number
}

/** Cards in columns; only those near the visible part are rendered, so that thousands scroll well. */
export function PhotoGrid({ count, total, busy, hasButtons, keyOf, render }: PhotoGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, top: 0, text: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const kind = matchMedia(PHONE).matches
        ? 'phone'
        : matchMedia(TOUCH).matches
          ? 'touch'
          : 'buttons'
      setSize({ width, top: top + window.scrollY, text: TEXT[hasButtons ? kind : 'lines'] * rem })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasButtons])

  const columns = Math.max(2, Math.floor((size.width + GAP) / (CARD_WIDTH + GAP)))
  const width = (size.width - GAP * (columns - 1)) / columns
  // The picture is 4:3.
  const height = Math.round(width * 0.75 + size.text)
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => height,
    gap: GAP,
    overscan: 3,
    scrollMargin: size.top,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (height > 0) rows.measure()
  }, [rows, height])

  return (
    <ul ref={list} aria-busy={busy} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap((row) => {
        const first = row.index * columns
        return Array.from({ length: Math.min(columns, count - first) }, (_, column) => (
          <li
            key={keyOf(first + column)}
            aria-setsize={total < COUNTED_TO ? total : -1}
            aria-posinset={first + column + 1}
            className="absolute top-0 left-0"
            style={{
              width,
              height,
              transform: `translate(${column * (width + GAP)}px, ${row.start - size.top}px)`,
            }}
          >
            {render(first + column)}
          </li>
        ))
      })}
    </ul>
  )
}
