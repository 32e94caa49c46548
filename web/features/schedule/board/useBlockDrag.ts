import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { usePointerDrag } from '../../../ui/usePointerDrag.ts'
import { ignoreNextClick } from '../week/useDayPointer.ts'
import type { CrewBlock } from './blocks.ts'

/** A day of a sub on the board. */
export interface Place {
  readonly subId: string
  readonly day: string
}

/** A dragged block with the day it is held by, or a dragged entry without a crew. */
export type Dragged =
  | { readonly kind: 'block'; readonly block: CrewBlock; readonly from: string }
  | { readonly kind: 'entry'; readonly entry: UncrewedEntry }

export interface BlockDrag {
  readonly dragged: Dragged
  /** Where it would be dropped. Null outside the board. */
  readonly place: Place | null
}

/** The place under a point of the window. Columns have `data-day`, and rows `data-sub`. */
function placeAt(x: number, y: number): Place | null {
  const under = document.elementsFromPoint(x, y).filter((one) => one instanceof HTMLElement)
  const day = under.find(({ dataset }) => dataset.day)?.dataset.day
  const subId = under.find(({ dataset }) => dataset.sub)?.dataset.sub
  return day && subId ? { day, subId } : null
}

/** The day under a point, in any row. */
export const dayUnder = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && Boolean(one.dataset.day))
    ?.dataset.day

/** Drags blocks over the board with a mouse or pen. A finger scrolls. Escape cancels the drag. */
export function useBlockDrag(onDrop: (dragged: Dragged, place: Place) => void) {
  const [drag, setDrag] = useState<BlockDrag | null>(null)
  const follow = usePointerDrag()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })

  const start = (press: PointerEvent, dragged: Dragged) => {
    let place: Place | null = null
    follow(press, {
      onMove: ({ clientX, clientY }) => {
        const next = placeAt(clientX, clientY)
        if (next?.day === place?.day && next?.subId === place?.subId) return
        place = next
        setDrag({ dragged, place })
      },
      onEnd: ({ isDropped, isMoved }) => {
        setDrag(null)
        if (!isMoved) return
        ignoreNextClick()
        if (isDropped && place) latest.current(dragged, place)
      },
    })
  }
  return { drag, start }
}
