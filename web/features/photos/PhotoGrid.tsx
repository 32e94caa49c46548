import { COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useToday } from '../../screens/days.ts'
import { dayHeading } from '../../ui/dayHeading.ts'
import { useVirtualRange } from '../../ui/useVirtualRange.ts'
import { gridRows } from './gridRows.ts'

/**
 * Layout in pixels: on a wide screen as many cards as fit, on a phone three pictures edge to edge.
 */
const WIDE = { gap: 14, cardWidth: 220 } as const
const PHONE = { gap: 2, columns: 3 } as const

/**
 * Heights in rem: of the heading of a day, and of the text below a picture, without buttons and
 * with buttons for a mouse or for touch.
 */
const HEADING_HEIGHT = 2.75
const TEXT_HEIGHT = { lines: 4.75, buttons: 5.15, touch: 5.9 } as const
const TOUCH_QUERY = '(pointer: coarse)'
const PHONE_QUERY = '(width < 40rem)'
/** The height of the bar at the top of every screen, in rem. */
const TOP_BAR_HEIGHT = 3.25

interface PhotoGridProps {
  /** The day of each photo, in the order shown. */
  days: readonly string[]
  /** The number of photos, including those not loaded yet. */
  total: number
  busy: boolean
  /** Whether there may be buttons on a card. */
  hasButtons: boolean
  keyOf: (index: number) => string
  render: (index: number) => ReactNode
  /** Renders the action on the photos of a day, given by their indexes. */
  dayAction: (from: number, count: number) => ReactNode
}

interface Size {
  readonly width: number
  /** Pixels from the top of the page. */
  readonly top: number
  /** Pixels in a rem. */
  readonly rem: number
  readonly kind: 'phone' | 'touch' | 'buttons'
}

/** Measures the list: its width, its distance from the top of the page and the kind of screen. */
function useSize() {
  const list = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, top: 0, rem: 16, kind: 'buttons' })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const kind = matchMedia(PHONE_QUERY).matches
        ? 'phone'
        : matchMedia(TOUCH_QUERY).matches
          ? 'touch'
          : 'buttons'
      setSize({ width, top: top + window.scrollY, rem, kind })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { list, size }
}

/**
 * Photos grouped by day, in columns. Only the rows near the visible part are rendered, so that
 * thousands of photos scroll smoothly.
 */
export function PhotoGrid({
  days,
  total,
  busy,
  hasButtons,
  keyOf,
  render,
  dayAction,
}: PhotoGridProps) {
  const today = useToday()
  const { list, size } = useSize()
  const isPhone = size.kind === 'phone'
  const { gap } = isPhone ? PHONE : WIDE
  const columns = isPhone
    ? PHONE.columns
    : Math.max(2, Math.floor((size.width + gap) / (WIDE.cardWidth + gap)))
  const width = (size.width - gap * (columns - 1)) / columns
  // The picture is a square on a phone, and 4:3 on a card.
  const text = TEXT_HEIGHT[hasButtons && size.kind !== 'phone' ? size.kind : 'lines'] * size.rem
  const height = isPhone ? Math.round(width) : Math.round(width * 0.75 + text)
  const head = HEADING_HEIGHT * size.rem
  const grid = useMemo(() => gridRows(days, columns), [days, columns])
  const rows = useWindowVirtualizer({
    count: grid.length,
    estimateSize: (index) => height + (grid[index]?.isFirst ? head : 0),
    gap,
    overscan: 3,
    scrollMargin: size.top,
    rangeExtractor: useVirtualRange(),
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (height > 0 && grid.length > 0) rows.measure()
  }, [rows, height, grid])

  const edge = (rows.scrollOffset ?? 0) + TOP_BAR_HEIGHT * size.rem
  const passed = edge > size.top ? rows.getVirtualItemForOffset(edge) : undefined
  const passedDay = passed && days[grid[passed.index]?.from ?? 0]

  return (
    <div
      ref={list}
      className="relative max-sm:-mx-4 print:h-auto!"
      style={{ height: rows.getTotalSize() }}
    >
      {/* The heading of the topmost day in view, once its own has scrolled out of view. */}
      {passedDay && (
        <p
          aria-hidden
          className="no-print sticky top-[calc(var(--view-bar)+3.25rem)] z-10 -mb-11 flex h-11 items-center bg-ground/95 font-bold max-sm:px-4 [body:has([data-selecting])_&]:top-[calc(var(--view-bar)+6rem)]"
        >
          {dayHeading(passedDay, today)}
        </p>
      )}
      <ul aria-busy={busy} className="print:flex print:flex-wrap print:gap-2">
        {rows.getVirtualItems().flatMap(({ index, start }) => {
          const row = grid[index]
          if (!row) return []
          const top = start - size.top + (row.isFirst ? head : 0)
          const isDayLoaded = row.dayFrom + row.dayCount < days.length || days.length >= total
          return Array.from({ length: row.count }, (_, column) => (
            <li
              key={keyOf(row.from + column)}
              aria-setsize={total < COUNT_LIMIT ? total : -1}
              aria-posinset={row.from + column + 1}
              className="absolute top-0 left-0 break-inside-avoid print:static print:transform-none!"
              style={{
                width,
                height,
                transform: `translate(${column * (width + gap)}px, ${top}px)`,
              }}
            >
              {row.isFirst && column === 0 && (
                <div
                  className="absolute left-0 flex items-center gap-2 max-sm:px-4 print:hidden"
                  style={{ width: size.width, height: head, top: -head }}
                >
                  <h2 className="figures">{dayHeading(days[row.from] ?? today, today)}</h2>
                  {isDayLoaded && <span className="figures text-ink-3">{row.dayCount}</span>}
                  <span className="ml-auto">{dayAction(row.dayFrom, row.dayCount)}</span>
                </div>
              )}
              <div className="h-full overflow-hidden">{render(row.from + column)}</div>
            </li>
          ))
        })}
      </ul>
    </div>
  )
}
