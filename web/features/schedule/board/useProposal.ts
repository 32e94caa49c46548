import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import type { Booking } from '@plumbline/contract/crewDays.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { useState } from 'react'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { daysToBook } from './blocks.ts'
import { type BoardRow, bookingsOf, isTaken, obstacles } from './board.ts'

/** A booking that is about to be made, and its obstacles. */
export interface Proposal {
  readonly row: BoardRow
  readonly title: string
  /** The block that moves. Undefined for an entry without a crew. */
  readonly blockId: string | undefined
  readonly dates: readonly string[]
  readonly obstacles: ReturnType<typeof obstacles>
  readonly apply: () => void
}

interface ProposalOptions {
  readonly workdays: Workdays
  readonly today: string
  readonly writes: ReturnType<typeof useCrewWrites>
}

/** Books a sub at once if they are free. If they are booked or away, it asks first. */
export function useProposal({ workdays, today, writes }: ProposalOptions) {
  /** The proposal that waits for an answer or is being saved. */
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const clear = () => setProposal(null)

  const propose = (
    next: Omit<Proposal, 'obstacles' | 'apply'>,
    wanted: readonly Booking[],
    /** Saves it, and then calls `onDone`. */
    save: (onDone: () => void) => void,
  ) => {
    if (writes.isPending) return
    const found = obstacles(next.row, wanted)
    const apply = () => save(clear)
    setProposal({ ...next, obstacles: found, apply })
    if (!isTaken(found)) apply()
  }

  return {
    proposal,
    propose,
    /** Books a sub on all working days of an entry. The row must cover the days of the entry. */
    bookEntry: (entry: UncrewedEntry, row: BoardRow) => {
      const dates = daysToBook(entry, workdays, today)
      propose(
        { row, title: entry.title, blockId: undefined, dates },
        bookingsOf(row.sub.id, dates),
        (onDone) => writes.book(entry, row.sub.id, onDone),
      )
    },
    /** The proposal to ask about. Null if there are no obstacles. */
    question: proposal && !writes.isPending && isTaken(proposal.obstacles) ? proposal : null,
    cancel: clear,
  }
}
