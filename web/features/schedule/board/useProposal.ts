import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import type { Booking } from '@plumbline/contract/crewDays.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { useState } from 'react'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { daysToBook } from './blocks.ts'
import { type BoardRow, bookingsOf, isTaken, obstacles } from './board.ts'

/** A booking that is about to be made, and what is in its way. */
export interface Proposal {
  readonly row: BoardRow
  readonly title: string
  /** The block that moves; undefined for an entry that had no crew. */
  readonly blockId: string | undefined
  readonly dates: readonly string[]
  readonly inTheWay: ReturnType<typeof obstacles>
  readonly apply: () => void
}

interface ProposalOptions {
  readonly workdays: Workdays
  readonly today: string
  readonly writes: ReturnType<typeof useCrewWrites>
}

/** Books at once where a sub is free; where they are taken or away it asks first. */
export function useProposal({ workdays, today, writes }: ProposalOptions) {
  /** Waits for an answer, or for being saved. */
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const clear = () => setProposal(null)

  const propose = (
    next: Omit<Proposal, 'inTheWay' | 'apply'>,
    wanted: readonly Booking[],
    /** Saves it, and calls back when that is done. */
    save: (onDone: () => void) => void,
  ) => {
    if (writes.isPending) return
    const inTheWay = obstacles(next.row, wanted)
    const apply = () => save(clear)
    setProposal({ ...next, inTheWay, apply })
    if (!isTaken(inTheWay)) apply()
  }

  return {
    proposal,
    propose,
    /** Books a sub, given with their days around the entry, on all its working days. */
    bookEntry: (entry: UncrewedEntry, row: BoardRow) => {
      const dates = daysToBook(entry, workdays, today)
      propose(
        { row, title: entry.title, blockId: undefined, dates },
        bookingsOf(row.sub.id, dates),
        (onDone) => writes.book(entry, row.sub.id, onDone),
      )
    },
    /** Asks first, when something is in the way. */
    question: proposal && !writes.isPending && isTaken(proposal.inTheWay) ? proposal : null,
    cancel: clear,
  }
}
