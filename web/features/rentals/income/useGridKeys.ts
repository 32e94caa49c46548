import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { MONTHS_SHOWN } from './grid.ts'

/** The last column of the grid. The home is column 0, and the months are 1 to 12. */
export const SUM_COLUMN = MONTHS_SHOWN + 1

/** The value of the `data-cell` attribute at a position in the grid. */
export const cellKey = (row: number, column: number) => `${row}:${column}`

interface Place {
  readonly row: number
  readonly column: number
}

/**
 * The position that an event comes from, or undefined for dialogs above the grid and for the space
 * between cells.
 */
function placeAt(target: EventTarget): Place | undefined {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest<HTMLElement>('[role=dialog], [data-cell]')?.dataset.cell
  const [row, column] = cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

const isMonth = ({ column }: Place) => column > 0 && column < SUM_COLUMN

/** The position that a navigation key moves to, or undefined for other keys. */
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
  /** The number of rows, including the row of sums. */
  rows: number
  /** The initial column of the tab stop. */
  start: number
  /** Called for Enter or a click on a month. */
  onOpen: (row: number, month: number) => void
  /** Called for `C` on a month. */
  onCorrect: (row: number, month: number) => void
}

/** Keyboard use of the grid: one tab stop, with arrows, Home, and End to move inside it. */
export function useGridKeys({ rows, start, onOpen, onCorrect }: GridKeysOptions) {
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<Place>({ row: 0, column: start })
  const tabStop = { row: Math.min(focused.row, rows - 1), column: focused.column }

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
    const action = { enter: onOpen, ' ': onOpen, c: onCorrect }[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action(from.row, from.column - 1)
  }
  const onFocus = (event: FocusEvent) => {
    const place = placeAt(event.target)
    if (place) setFocused(place)
  }
  const onClick = (event: MouseEvent) => {
    const place = placeAt(event.target)
    if (place && isMonth(place) && place.row < rows - 1) onOpen(place.row, place.column - 1)
  }
  return { tabStop, focusCell, handlers: { ref: grid, onKeyDown, onFocus, onClick } }
}
