import type { CrewDay } from '@plumbline/contract/crew.ts'
import { calendarOf, type Workdays } from '@plumbline/contract/push.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { type CrewBlock, daysToBook, movedDays } from './blocks.ts'
import type { BoardRow } from './board.ts'
import { type Dragged, type Place, useBlockDrag } from './useBlockDrag.ts'
import { type Rows, useProposal } from './useProposal.ts'

const rowOf = (subId: string, { all }: Rows) => all.find(({ sub }) => sub.id === subId)

/** The days of a block as they are on the board now, or as they were if not all of them are. */
function latestDays({ days }: CrewBlock, { all }: Rows): readonly CrewDay[] {
  const ids = new Set(days.map(({ id }) => id))
  const latest = all.flatMap((row) => row.days.filter(({ id }) => ids.has(id)))
  return latest.length === days.length ? latest : days
}

interface BoardMovesOptions {
  readonly board: Rows
  readonly workdays: Workdays
  readonly today: string
  readonly writes: ReturnType<typeof useCrewWrites>
}

/** Moves blocks over the board. A drop on a day that is taken asks first. */
export function useBoardMoves({ board, workdays, today, writes }: BoardMovesOptions) {
  const { proposal, propose, isBusy, ...booking } = useProposal({ board, workdays, today, writes })
  const focusId = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A block moved by keyboard to another row is a new element, which has to get the focus.
    if (!focusId.current || writes.isPending || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-block="${focusId.current}"]`)?.focus()
  })

  /** The calendar for the work of a block. */
  const calendarFor = ({ days: [day] }: CrewBlock) =>
    day ? calendarOf(day, workdays) : workdays.all

  /** Moves a block to the place that is read off the board once earlier moves are saved. */
  const moveBlock = (block: CrewBlock, placeOn: (board: Rows, day: CrewDay) => Place | undefined) =>
    propose((latest) => {
      const days = latestDays(block, latest)
      const [day] = days
      const place = day && placeOn(latest, day)
      const row = place && rowOf(place.subId, latest)
      if (!row) return undefined
      const { subId, day: first } = place
      if (day.subcontractorId === subId && day.assignedDate === first) return undefined
      const dates = movedDays(calendarFor(block), days.length, first)
      return {
        ...{ row, title: day.entryTitle, blockId: block.id, dates },
        bookings: days.map((one, n) => ({
          ...one,
          subcontractorId: subId,
          assignedDate: dates[n] ?? first,
          declined: false,
        })),
        save: (onDone) => writes.move(days, subId, dates, { onDone }),
      }
    })

  /** The new first day of a block when the day it is held by is dropped. */
  const firstOf = ({ block, from }: Extract<Dragged, { kind: 'block' }>, day: string) => {
    const held = block.days.findIndex(({ assignedDate }) => assignedDate === from)
    return held > 0 ? calendarFor(block).add(day, -held) : day
  }

  const { drag, start } = useBlockDrag((dragged, { subId, day }: Place) => {
    if (dragged.kind === 'entry')
      return booking.bookEntry(dragged.entry, (latest) => rowOf(subId, latest))
    const place = { subId, day: firstOf(dragged, day) }
    moveBlock(dragged.block, () => place)
  })

  const onKey = (event: KeyboardEvent, block: CrewBlock) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const line = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if ((!step && !line) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // A key that is held moves it as fast as it is saved, and not on after it is released.
    if (event.repeat && isBusy) return
    focusId.current = block.id
    moveBlock(block, ({ rows }, { subcontractorId, assignedDate }) => {
      const index = rows.findIndex(({ sub }) => sub.id === subcontractorId)
      const row = rows[index + (line ?? 0)]
      const day = step ? calendarFor(block).add(assignedDate, step) : assignedDate
      return row && { subId: row.sub.id, day }
    })
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
