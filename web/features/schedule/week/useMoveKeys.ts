import { useKeydown } from '../../../ui/useKeydown.ts'
import type { MovedPart } from '../moves.ts'

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/**
 * Alt and an arrow key move the focused entry by a day or a week. With Shift, they move its end.
 */
export function useMoveKeys(onMove: (id: string, part: MovedPart, days: number) => void) {
  useKeydown((event) => {
    const days = steps[event.key]
    const id = event.target instanceof HTMLElement ? event.target.dataset.entry : undefined
    if (!event.altKey || !days || !id) return
    event.preventDefault()
    onMove(id, event.shiftKey ? 'end' : 'all', days)
  })
}
