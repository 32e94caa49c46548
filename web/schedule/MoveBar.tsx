import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choices.tsx'
import { useKeydown } from '../ui/useKeydown.ts'
import { MoveOutcome } from './MoveOutcome.tsx'
import { endShift, moveText, type ProposedMove } from './moves.ts'
import { ReasonChips } from './ReasonChips.tsx'
import type { Moving } from './useMove.ts'

interface MoveBarProps {
  move: ProposedMove
  moving: Moving
}

/** What moves and what that means, why, and whether it shall be saved. Enter applies, Escape cancels. */
export function MoveBar({ move, moving }: MoveBarProps) {
  const { preview, follows, hasFollowers, pending, cancel } = moving
  const [reason, setReason] = useState<string | null>(null)
  const asksWhy = endShift(move) > 0
  const apply = () => void moving.apply(asksWhy ? reason : null)
  useBarKeys(pending, apply, cancel)
  const isPush = follows && hasFollowers && preview
  return (
    <section
      aria-label="Move"
      data-floating-bar
      className="no-print fixed right-4 bottom-4 left-4 z-40 mx-auto flex w-fit max-w-280 animate-rise flex-wrap items-center justify-end gap-x-4 gap-y-2.5 rounded-m border border-line-strong bg-surface py-2.5 pr-2.5 pl-5 shadow-pop max-sm:inset-x-0 max-sm:bottom-0 max-sm:w-auto max-sm:rounded-b-none max-sm:px-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] lg:left-64"
    >
      <div className="min-w-0 flex-1 basis-64 max-lg:basis-full">
        <p className="line-clamp-2 font-bold">{isPush ? preview.summary : moveText(move)}</p>
        <MoveOutcome preview={preview} />
        {hasFollowers && (
          <Checkbox
            checked={follows}
            onChange={({ target }) => moving.setFollows(target.checked)}
            className="text-sm"
          >
            {FOLLOW_LABEL}
          </Checkbox>
        )}
      </div>
      {asksWhy && <ReasonChips value={reason ?? ''} onChange={setReason} />}
      <div className="flex gap-1.5 max-sm:w-full max-sm:*:flex-1">
        <Button variant="quiet" disabled={pending} onClick={cancel}>
          Cancel
        </Button>
        <Button variant="primary" pending={pending} onClick={apply}>
          Apply
        </Button>
      </div>
    </section>
  )
}

/** Whether what waits for an entry moves with it. */
export const FOLLOW_LABEL = 'Move what follows, too'

/** What uses Enter and Escape for itself. */
const OWN_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]'
const OWN_ENTER = 'a, button, summary'

function useBarKeys(pending: boolean, apply: () => void, cancel: () => void) {
  const onKey = (event: KeyboardEvent) => {
    const at = event.target instanceof Element ? event.target : null
    if (pending || event.isComposing || at?.closest(OWN_KEYS)) return
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !at?.closest(OWN_ENTER)) apply()
    else return
    // The row with the focus would open, an open panel would close.
    event.preventDefault()
    event.stopPropagation()
  }
  useKeydown(onKey, { capture: true })
}
