import { calendarOf, type Workdays } from '@plumbline/contract/push.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { type CrewBlock, daysToBook, movedDays } from './blocks.ts'
import type { BoardRow } from './board.ts'
import { type Dragged, type Place, useBlockDrag } from './useBlockDrag.ts'
import { useProposal } from './useProposal.ts'

interface BoardMovesOptions {
  /** The shown rows, and those of all subs. */
  readonly rows: readonly BoardRow[]
  readonly all: readonly BoardRow[]
  readonly workdays: Workdays
  readonly today: string
  readonly writes: ReturnType<typeof useCrewWrites>
}

/** Moves blocks over the board. A drop on a day that is taken asks first. */
export function useBoardMoves({ rows, all, workdays, today, writes }: BoardMovesOptions) {
  const { proposal, propose, ...booking } = useProposal({ workdays, today, writes })
  const focusId = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A block moved by keyboard to another row is a new element, which has to get the focus.
    if (!focusId.current || writes.isPending || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-block="${focusId.current}"]`)?.focus()
  })

  const rowOf = (subId: string) => all.find(({ sub }) => sub.id === subId)
  /** The calendar for the work of a block. */
  const calendarFor = ({ days: [day] }: CrewBlock) =>
    day ? calendarOf(day, workdays) : workdays.all

  const moveBlock = (block: CrewBlock, subId: string, first: string) => {
    const { id, days } = block
    const row = rowOf(subId)
    const [day] = days
    if (!row || !day) return
    const dates = movedDays(calendarFor(block), days.length, first)
    const isSame = day.subcontractorId === subId && day.assignedDate === first
    if (isSame) return
    propose(
      { row, title: day.entryTitle, blockId: id, dates },
      days.map((one, n) => ({
        ...one,
        subcontractorId: subId,
        assignedDate: dates[n] ?? first,
        declined: false,
      })),
      (onDone) => writes.move(days, subId, dates, onDone),
    )
  }

  /** The new first day of a block when the day it is held by is dropped. */
  const firstOf = ({ block, from }: Extract<Dragged, { kind: 'block' }>, day: string) => {
    const held = block.days.findIndex(({ assignedDate }) => assignedDate === from)
    return held > 0 ? calendarFor(block).add(day, -held) : day
  }

  const { drag, start } = useBlockDrag((dragged, { subId, day }: Place) => {
    const row = rowOf(subId)
    if (dragged.kind === 'block') moveBlock(dragged.block, subId, firstOf(dragged, day))
    else if (row) booking.bookEntry(dragged.entry, row)
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
    const first = step ? calendarFor(block).add(block.first, step) : block.first
    if (row) moveBlock(block, row.sub.id, first)
  }

  /** The days that a block would take in a row. Null for other rows. */
  const ghostOf = (row: BoardRow): { dates: readonly string[]; text: string } | null => {
    if (drag?.place?.subId === row.sub.id) {
      const { dragged, place } = drag
      if (dragged.kind === 'entry')
        return { dates: daysToBook(dragged.entry, workdays, today), text: dragged.entry.jobName }
      const { block } = dragged
      const first = firstOf(dragged, place.day)
      const dates = movedDays(calendarFor(block), block.days.length, first)
      return { dates, text: block.days[0]?.jobName ?? '' }
    }
    return !drag && proposal?.row.sub.id === row.sub.id
      ? { dates: proposal.dates, text: proposal.title }
      : null
  }

  return {
    start,
    onKey,
    ghostOf,
    ...booking,
    /** The block that is dragged, or not saved in its new place yet. */
    movingId:
      drag?.dragged.kind === 'block' ? drag.dragged.block.id : (proposal?.blockId ?? undefined),
  }
}
