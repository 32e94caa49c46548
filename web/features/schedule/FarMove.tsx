import { formatSpan } from '@plumbline/contract/dates.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import type { Moving } from './useMove.ts'

/** Asks before a move by more than six months is saved: the year may be a typing error. */
export function FarMove({ moving }: { moving: Moving }) {
  const { move, isAsking, setAsking, reason, apply } = moving
  if (!move || !isAsking) return null
  const { entry, startDate, endDate } = move
  return (
    <Confirm
      open
      onOpenChange={setAsking}
      title={`Move ${entry.title} by more than six months?`}
      confirmLabel="Move"
      variant="primary"
      onConfirm={() => void apply(reason)}
      error={null}
      pending={false}
    >
      From {formatSpan(entry.startDate, entry.endDate)} to {formatSpan(startDate, endDate)}.
    </Confirm>
  )
}
