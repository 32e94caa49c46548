import type { CrewDay, UncrewedEntry } from '@plumbline/contract/crew.ts'
import type { Booking } from '@plumbline/contract/crewDays.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { useEffect, useState } from 'react'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { daysToBook } from './blocks.ts'
import { type BoardRow, bookingsOf, isTaken, obstacles } from './board.ts'
import type { Board } from './useBoard.ts'

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

/** A booking that somebody wants, before its obstacles are known. */
interface Wanted extends Omit<Proposal, 'obstacles' | 'apply'> {
  readonly bookings: readonly Booking[]
  /** Saves it, and then calls `onDone`. */
  readonly save: (onDone: () => void) => void
}

/** The shown rows, and those of all subs. */
export type Rows = Pick<Board, 'rows' | 'all'>

interface ProposalOptions {
  readonly board: Rows
  readonly workdays: Workdays
  readonly today: string
  readonly writes: ReturnType<typeof useCrewWrites>
}

/**
 * Books a sub at once if they are free. If they are booked or away, it asks first. One booking at a
 * time is saved, and those after it wait, since what they meet on the board depends on it.
 */
export function useProposal({ board, workdays, today, writes }: ProposalOptions) {
  /** The proposal that waits for an answer or is being saved. */
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const clear = () => setProposal(null)
  /** The next ones, oldest first, each to be read off the board once the one before is saved. */
  const [waiting, setWaiting] = useState<readonly ((board: Rows) => Wanted | undefined)[]>([])
  const propose = (read: (typeof waiting)[number]) => setWaiting((before) => [...before, read])
  const isBusy = proposal !== null || writes.isPending

  const [next] = waiting
  // The next one is read off the board of this render, which has what was saved before.
  if (!isBusy && next) {
    setWaiting(([, ...others]) => others)
    const wanted = next(board)
    if (wanted) {
      const { bookings, save, ...shown } = wanted
      const found = obstacles(shown.row, bookings)
      setProposal({ ...shown, obstacles: found, apply: () => save(clear) })
    }
  }
  useEffect(() => {
    if (proposal && !isTaken(proposal.obstacles)) proposal.apply()
  }, [proposal])

  return {
    proposal,
    propose,
    /** Whether an earlier booking is not saved yet. */
    isBusy: isBusy || next !== undefined,
    /** Books a sub on all working days of an entry. The row must cover the days of the entry. */
    bookEntry: (
      entry: UncrewedEntry,
      rowOn: (board: Rows) => BoardRow | undefined,
      onBooked?: () => void,
    ) =>
      propose((latest) => {
        const row = rowOn(latest)
        if (!row) return undefined
        const dates = daysToBook(entry, workdays, today)
        return {
          ...{ row, title: entry.title, blockId: undefined, dates },
          bookings: bookingsOf(row.sub.id, dates),
          save: (onDone) => writes.book(entry, row.sub.id, { onDone, onBooked }),
        }
      }),
    /** Gives a crew day to another sub, whose row must cover it. */
    giveDay: (day: CrewDay, row: BoardRow, onGiven?: () => void) =>
      propose(() => ({
        ...{ row, title: day.entryTitle, blockId: undefined, dates: [day.assignedDate] },
        bookings: [{ ...day, subcontractorId: row.sub.id, declined: false }],
        save: (onDone) =>
          writes.move([day], row.sub.id, [day.assignedDate], { onDone, onMoved: onGiven }),
      })),
    /** The proposal to ask about. Null if there are no obstacles. */
    question: proposal && !writes.isPending && isTaken(proposal.obstacles) ? proposal : null,
    cancel: clear,
  }
}
