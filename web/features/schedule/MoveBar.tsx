import { useToday } from '../../screens/days.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { FarProposal } from './FarMove.tsx'
import { MoveOutcome } from './MoveOutcome.tsx'
import { endShift, FOLLOW_LABEL, moveText, type ProposedMove } from './moves.ts'
import { ReasonChips } from './ReasonChips.tsx'
import type { Moving } from './useMove.ts'

interface MoveBarProps {
  move: ProposedMove
  moving: Moving
}

/**
 * A bar about a proposed move: what moves, what that causes and why, with buttons to apply or
 * cancel it.
 */
export default function MoveBar({ move, moving }: MoveBarProps) {
  const { preview, follows, hasFollowers, pending, cancel } = moving
  const today = useToday()
  const asksWhy = endShift(move) > 0
  const isPush = follows && hasFollowers && preview
  return (
    <section
      aria-label="Move"
      data-floating-bar
      className="no-print fixed right-4 bottom-4 left-4 z-40 mx-auto flex w-fit max-w-280 animate-rise flex-wrap items-center justify-end gap-x-4 gap-y-2.5 rounded-m border border-line-strong bg-surface py-2.5 pr-2.5 pl-5 shadow-pop max-sm:inset-x-0 max-sm:bottom-(--bottom-bar) max-sm:w-auto max-sm:rounded-b-none max-sm:px-4 lg:left-64"
    >
      <div className="min-w-0 flex-1 basis-64 max-lg:basis-full">
        <p className="line-clamp-2 font-bold">{isPush ? preview.summary : moveText(move, today)}</p>
        {!isPush && preview && <p className="text-sm">{preview.summary}</p>}
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
      {asksWhy && <ReasonChips value={moving.reason} onChange={moving.setReason} />}
      <div className="flex gap-1.5 max-sm:w-full max-sm:*:flex-1">
        <Button variant="quiet" disabled={pending} onClick={cancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          pending={pending}
          onClick={() => void moving.apply(moving.reason)}
        >
          Apply
        </Button>
      </div>
      <FarProposal moving={moving} />
    </section>
  )
}
