import { daysBetween } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { usePointerDrag } from '../../../ui/usePointerDrag.ts'
import { type MovedPart, movedBy, type ProposedMove } from '../moves.ts'

/** The days of a new entry. */
export interface Span {
  readonly startDate: string
  readonly endDate: string
}

/** The calendar day under a point of the window. Cells have it as `data-day`. */
function dayAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y))
    if (element instanceof HTMLElement && element.dataset.day) return element.dataset.day
  return undefined
}

/** Ignores the click that ends a drag. It comes at once, if at all. */
export function ignoreNextClick() {
  const ignore = (click: MouseEvent) => click.stopPropagation()
  addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', ignore, { capture: true }))
}

interface DayPointerOptions {
  /** The calendar by which entries move. */
  calendar: WorkCalendar
  /** Called when an entry is dropped on other days. */
  onDrop: (move: ProposedMove) => void
  /** Called when empty days are clicked or dragged over. */
  onRange: (span: Span) => void
}

/** The current action of the pointer, and the handlers that start one. */
export interface DayPointer {
  /** The entry that is dragged, with its new days. */
  readonly drag: ProposedMove | null
  /** The empty days that are being chosen. */
  readonly range: Span | null
  readonly startDrag: (event: PointerEvent, entry: PlanEntry, part: MovedPart) => void
  readonly startRange: (event: PointerEvent) => void
}

/**
 * Handles drags over the days of a calendar with a mouse or pen. A finger scrolls. Escape cancels.
 */
export function useDayPointer(options: DayPointerOptions): DayPointer {
  const [drag, setDrag] = useState<ProposedMove | null>(null)
  const [range, setRange] = useState<Span | null>(null)
  const latest = useRef(options)
  const follow = usePointerDrag()
  useEffect(() => {
    latest.current = options
  })

  /**
   * Follows the pointer from a day on. `onEnd` receives the day where it was released, or undefined
   * after Escape.
   */
  const followDays = (
    press: PointerEvent,
    onMove: (from: string, to: string) => void,
    onEnd: (from: string, to: string | undefined) => void,
  ) => {
    const from = dayAt(press.clientX, press.clientY)
    if (!from) return
    let to = from
    follow(press, {
      onMove: ({ clientX, clientY }) => {
        const day = dayAt(clientX, clientY)
        if (!day || day === to) return
        to = day
        onMove(from, to)
      },
      onEnd: ({ isDropped }) => onEnd(from, isDropped ? to : undefined),
    })
  }

  const between = (a: string, b: string) =>
    a < b ? { startDate: a, endDate: b } : { startDate: b, endDate: a }

  return {
    drag,
    range,
    startDrag: (event, entry, part) => {
      const moved = (from: string, to: string) =>
        movedBy(entry, entry, part, daysBetween(from, to), latest.current.calendar)
      followDays(
        event,
        (from, to) => setDrag(moved(from, to)),
        (from, to) => {
          setDrag(null)
          if (!to || to === from) return
          ignoreNextClick()
          latest.current.onDrop(moved(from, to))
        },
      )
    },
    startRange: (event) =>
      followDays(
        event,
        (from, to) => setRange(between(from, to)),
        (from, to) => {
          setRange(null)
          if (to) latest.current.onRange(between(from, to))
        },
      ),
  }
}
