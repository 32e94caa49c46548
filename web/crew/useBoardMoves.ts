import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import { type Booking, crewHours, workedDays } from '@plumbline/contract/crewDays.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type CrewBlock, movedDays } from './blocks.ts'
import { type BoardRow, obstacles } from './board.ts'
import { type Dragged, type Place, useBlockDrag } from './useBlockDrag.ts'
import type { useCrewWrites } from './useCrewWrites.ts'

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

interface BoardMovesOptions {
  /** The lines that are shown, and those of all subs. */
  readonly rows: readonly BoardRow[]
  readonly all: readonly BoardRow[]
  readonly calendar: WorkCalendar
  readonly writes: ReturnType<typeof useCrewWrites>
}

/** Moves blocks over the board: what is dropped on a day that is taken asks first. */
export function useBoardMoves({ rows, all, calendar, writes }: BoardMovesOptions) {
  /** Waits for an answer, or for being saved. */
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const focusId = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A block that was moved with the keyboard to another line is another element there.
    if (!focusId.current || writes.isPending || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-block="${focusId.current}"]`)?.focus()
  })

  const clear = () => setProposal(null)
  const rowOf = (subId: string) => all.find(({ sub }) => sub.id === subId)

  const propose = (next: Omit<Proposal, 'inTheWay'>, wanted: readonly Booking[]) => {
    const inTheWay = obstacles(next.row, wanted)
    setProposal({ ...next, inTheWay })
    if (inTheWay.bookings.length + inTheWay.away.length === 0) next.apply()
  }

  const moveBlock = ({ id, days }: CrewBlock, subId: string, first: string) => {
    const row = rowOf(subId)
    const [day] = days
    if (!row || !day || writes.isPending) return
    const dates = movedDays(calendar, days.length, first)
    const isSame = day.subcontractorId === subId && day.assignedDate === first
    if (isSame) return
    propose(
      {
        row,
        title: day.entryTitle,
        blockId: id,
        dates,
        apply: () => writes.move(days, subId, dates, clear),
      },
      days.map((one, n) => ({
        ...one,
        subcontractorId: subId,
        assignedDate: dates[n] ?? first,
        declined: false,
      })),
    )
  }

  const bookEntry = (entry: UncrewedEntry, subId: string) => {
    const row = rowOf(subId)
    if (!row || writes.isPending) return
    const dates = workedDays(calendar, entry)
    const wanted = dates.map((assignedDate) => ({
      ...crewHours,
      id: '',
      subcontractorId: subId,
      assignedDate,
      declined: false,
    }))
    propose(
      {
        row,
        title: entry.title,
        blockId: undefined,
        dates,
        apply: () => writes.book(entry, subId, clear),
      },
      wanted,
    )
  }

  /** Where the first day of a block comes to lie when the day it is held by is dropped. */
  const firstOf = ({ block, from }: Extract<Dragged, { kind: 'block' }>, day: string) => {
    const held = block.days.findIndex(({ assignedDate }) => assignedDate === from)
    return held > 0 ? calendar.add(day, -held) : day
  }

  const { drag, start } = useBlockDrag((dragged, { subId, day }: Place) => {
    if (dragged.kind === 'entry') bookEntry(dragged.entry, subId)
    else moveBlock(dragged.block, subId, firstOf(dragged, day))
  })

  const onKey = (event: KeyboardEvent, block: CrewBlock) => {
    const [day] = block.days
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const line = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!day || (!step && !line) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    focusId.current = block.id
    const index = rows.findIndex(({ sub }) => sub.id === day.subcontractorId)
    const row = rows[index + (line ?? 0)]
    if (row) moveBlock(block, row.sub.id, step ? calendar.add(block.first, step) : block.first)
  }

  /** The days that would be taken, in the line of that sub. */
  const ghostOf = (row: BoardRow): { dates: readonly string[]; text: string } | null => {
    if (drag?.place?.subId === row.sub.id) {
      const { dragged, place } = drag
      if (dragged.kind === 'entry')
        return { dates: workedDays(calendar, dragged.entry), text: dragged.entry.jobName }
      const dates = movedDays(calendar, dragged.block.days.length, firstOf(dragged, place.day))
      return { dates, text: dragged.block.days[0]?.jobName ?? '' }
    }
    return !drag && proposal?.row.sub.id === row.sub.id
      ? { dates: proposal.dates, text: proposal.title }
      : null
  }

  return {
    start,
    onKey,
    ghostOf,
    bookEntry,
    /** The block that is held or not saved in its new place yet. */
    movingId:
      drag?.dragged.kind === 'block' ? drag.dragged.block.id : (proposal?.blockId ?? undefined),
    /** Asks first, when something is in the way. */
    question:
      proposal &&
      !writes.isPending &&
      proposal.inTheWay.bookings.length + proposal.inTheWay.away.length > 0
        ? proposal
        : null,
    cancel: clear,
    isPending: writes.isPending,
  }
}
