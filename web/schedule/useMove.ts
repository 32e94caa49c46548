import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { useState } from 'react'
import { useEntryUpdate } from './useEntryUpdate.ts'

/** New days for an entry that are not saved yet. */
export interface ProposedMove {
  readonly entry: PlanEntry
  readonly startDate: string
  readonly endDate: string
}

/**
 * Holds the new days of an entry until they are applied or cancelled. While they are saved they stay, so that the entry
 * does not jump back; when that fails they stay too, unless somebody else has changed the entry meanwhile.
 */
export function useMove() {
  const [move, setMove] = useState<ProposedMove | null>(null)
  const cancel = () => setMove(null)
  const update = useEntryUpdate({ onSettled: cancel })
  return {
    move,
    pending: update.isPending,
    /** Replaces the proposal; the days the entry already has cancel it. */
    propose: (next: ProposedMove) => {
      if (update.isPending) return
      const { entry, startDate, endDate } = next
      setMove(startDate === entry.startDate && endDate === entry.endDate ? null : next)
    },
    cancel,
    apply: (reason: string | null) => {
      if (!move || update.isPending) return
      const { entry, startDate, endDate } = move
      const before = { startDate: entry.startDate, endDate: entry.endDate }
      update.save(entry, { startDate, endDate, ...(reason && { reason }) }, before)
    },
  }
}
