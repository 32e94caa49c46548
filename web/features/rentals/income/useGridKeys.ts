import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { MONTHS_SHOWN } from './grid.ts'

/** The last column of the grid; the home is column 0, the months are 1 to 12. */
export const SUM_COLUMN = MONTHS_SHOWN + 1

/** The name of a place in the grid, which the element there has as `data-cell`. */
export const cellKey = (row: number, column: number) => `${row}:${column}`

interface Place {
  readonly row: number
  readonly column: number
}

/** The place that an event comes from; undefined for what lies over the grid or between its cells. */
function placeAt(target: EventTarget): Place | undefined {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest<HTMLElement>('[role=dialog], [data-cell]')?.dataset.cell
  const [row, column] = cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

const isMonth = ({ column }: Place) => column > 0 && column < SUM_COLUMN

/** Where a key leads from a place; undefined for other keys. */
function placeAfter(event: KeyboardEvent, { row, column }: Place, rows: number): Place | undefined {
  const isAll = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: Math.min(SUM_COLUMN, column + 1) }
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column }
    case 'ArrowDown':
      return { row: Math.min(rows - 1, row + 1), column }
    case 'Home':
      return { row: isAll ? 0 : row, column: 0 }
    case 'End':
      return { row: isAll ? rows - 1 : row, column: SUM_COLUMN }
    default:
      return undefined
  }
}

interface GridKeysOptions {
  /** How many rows there are, with that of the sums. */
  rows: number
  /** The column that Tab leads to at first. */
  start: number
  /** Enter or a click on a month. */
  onOpen: (row: number, month: number) => void
  /** `C` on a month. */
  onCorrect: (row: number, month: number) => void
}

/** The keys of the grid: it is one tab stop, arrows, Home and End move in it. */
export function useGridKeys({ rows, start, onOpen, onCorrect }: GridKeysOptions) {
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: start })
  const tabStop = { row: Math.min(at.row, rows - 1), column: at.column }

  const focusCell = ({ row, column }: Place) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(row, column)}"]`)?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeAt(event.target)
    if (!from || event.altKey) return
    const to = placeAfter(event, from, rows)
    if (to) {
      event.preventDefault()
      focusCell(to)
      return
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!isMonth(from) || from.row >= rows - 1) return
    const act = { enter: onOpen, ' ': onOpen, c: onCorrect }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(from.row, from.column - 1)
  }
  const onFocus = (event: FocusEvent) => {
    const place = placeAt(event.target)
    if (place) setAt(place)
  }
  const onClick = (event: MouseEvent) => {
    const place = placeAt(event.target)
    if (place && isMonth(place) && place.row < rows - 1) onOpen(place.row, place.column - 1)
  }
  return { tabStop, focusCell, handlers: { ref: grid, onKeyDown, onFocus, onClick } }
}
