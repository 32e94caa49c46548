import { formatSpan } from '@plumbline/contract/dates.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import type { ProposedMove } from './moves.ts'
import type { Moving } from './useMove.ts'

interface FarMoveProps {
  move: ProposedMove
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a move by more than six months is saved: the year may be a typing error. */
export function FarMove({ move, onConfirm, onClose }: FarMoveProps) {
  const { entry, startDate, endDate } = move
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Move ${entry.title} by more than six months?`}
      confirmLabel="Move"
      variant="primary"
      onConfirm={onConfirm}
      error={null}
      pending={false}
    >
      From {formatSpan(entry.startDate, entry.endDate)} to {formatSpan(startDate, endDate)}.
    </Confirm>
  )
}

/** The question of a move that is being proposed on the schedule. */
export function FarProposal({ moving }: { moving: Moving }) {
  const { move, isAsking, setAsking, reason, apply } = moving
  if (!move || !isAsking) return null
  return (
    <FarMove move={move} onConfirm={() => void apply(reason)} onClose={() => setAsking(false)} />
  )
}
