import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { ProposedMove } from '../moves.ts'
import type { BarDrag } from './DragLayer.tsx'
import type { LinkDrag } from './LinkLayer.tsx'
import { pointIn } from './useWindowDrag.ts'

interface DragOptions {
  chart: RefObject<HTMLElement | null>
  rowOf: ReadonlyMap<string, number>
  byId: ReadonlyMap<string, PlanEntry>
  /** The proposal, on whose days its entry is drawn. */
  move: ProposedMove | null
  enabled: boolean
}

/** The entry and the part of its bar that were pressed. */
function pressedAt(target: EventTarget) {
  const part = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const id = part?.closest<HTMLElement>('[data-id]')?.dataset.id
  return id && part?.dataset.part ? { id, part: part.dataset.part } : null
}

/** Drags bars with a mouse or pen. A finger scrolls. */
export function useDrag({ chart, rowOf, byId, move, enabled }: DragOptions) {
  const [drag, setDrag] = useState<BarDrag | LinkDrag | null>(null)
  const hasMoved = useRef(false)
  /** Whether a drag just ended, so that the click that follows is ignored. */
  const endedDrag = useRef(false)

  const onPointerDown = (event: PointerEvent) => {
    endedDrag.current = false
    if (!enabled || event.button !== 0 || event.pointerType === 'touch' || !chart.current) return
    const pressed = pressedAt(event.target)
    const entry = pressed && byId.get(pressed.id)
    if (!entry) return
    const start = pointIn(chart.current, event.nativeEvent)
    const { part } = pressed
    if (part === 'link') return setDrag({ part, entry, start })
    if (part !== 'all' && part !== 'start' && part !== 'end') return
    const days = move?.entry.id === entry.id ? move : entry
    setDrag({ part, entry, days, index: rowOf.get(entry.id) ?? 0, start })
  }
  return {
    drag,
    endedDrag,
    onPointerDown,
    /** Notes that the entry was moved. */
    start: () => {
      hasMoved.current = true
    },
    end: () => {
      endedDrag.current = true
      hasMoved.current = false
      setDrag(null)
    },
    /** Cancels the drag. If nothing was moved, the press counts as a click. */
    cancel: () => {
      endedDrag.current = hasMoved.current
      hasMoved.current = false
      setDrag(null)
    },
  }
}
