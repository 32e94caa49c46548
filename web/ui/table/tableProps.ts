import type { ReactNode } from 'react'
import type { Selection } from './useSelection.ts'

interface Thing {
  readonly id: string
}

/** A column of a table. */
export interface Column<T> {
  readonly label: string
  /** The name in the address of a column that can be hidden. */
  readonly key?: string
  /**
   * `wide` for a column that is hidden first when there is no room, `chosen` for one that is hidden
   * until it is chosen.
   */
  readonly when?: 'wide' | 'chosen'
  /** The width as a grid track, minimum first: `minmax(12rem, 2fr)`. */
  readonly width: string
  readonly cell: (row: T) => ReactNode
  /** The sort key of the list when the column's head is clicked. */
  readonly sort?: string
  /** Whether the column has figures, which are right-aligned. */
  readonly figures?: true
  /** Shows the label to screen readers only. */
  readonly hideLabel?: true
}

/** The order of a list: a column's `sort`, with a minus for descending order. */
export type Sorting = string | undefined

export interface DataTableProps<T extends Thing> {
  /** The accessible name of the table. */
  label: string
  /** The first one has the link or button that opens a row. */
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** The number of all rows, loaded or not. */
  total: number
  nameOf: (row: T) => string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  selection: Selection<T>
  /** Selects every row of the list, loaded or not. */
  onSelectAll: () => void
  /** Whether the rows still belong to the previous filter. */
  busy: boolean
  /** The sums, at the lower edge. */
  foot: ReactNode
}

/** The height of a row in pixels. */
export const ROW_HEIGHT = 44
