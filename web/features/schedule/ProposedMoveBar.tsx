import { useEffect } from 'react'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useKeydown } from '../../ui/useKeydown.ts'
import type { Moving } from './useMove.ts'

const load = () => import('./MoveBar.tsx')
const MoveBar = lazyPart(load)

/** The bar about a proposed move, with its keys. It is preloaded after the screen was rendered. */
export function ProposedMoveBar({ moving }: { moving: Moving }) {
  const { move, dragged } = moving
  useMoveBarKeys(moving)
  useEffect(() => void load(), [])
  if (!move || dragged) return null
  return <MoveBar key={move.entry.id} move={move} moving={moving} />
}

/** Elements that handle Enter and Escape themselves. */
const HANDLES_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]'
const HANDLES_ENTER = 'a, button, summary'

/** While a move is proposed, Enter applies and Escape cancels it. */
function useMoveBarKeys({ move, dragged, pending, reason, apply, cancel }: Moving) {
  const onKey = (event: KeyboardEvent) => {
    const at = event.target instanceof Element ? event.target : null
    if (!move || dragged || pending || at?.closest(HANDLES_KEYS)) return
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !at?.closest(HANDLES_ENTER)) void apply(reason)
    else return
    // Otherwise the focused row would open, or an open panel would close.
    event.preventDefault()
    event.stopPropagation()
  }
  useKeydown(onKey, { capture: true })
}
