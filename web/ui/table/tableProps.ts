import type { ReactNode } from 'react'
import type { Selection } from './useSelection.ts'

interface Thing {
  readonly id: string
}

/** A column of a table. */
export interface Column<T> {
  readonly label: string
  /** Its name in the address, for one that can be left out. */
  readonly key?: string
  /** The first to go where there is no room; one that is not there until it is `chosen`. */
  readonly when?: 'wide' | 'chosen'
  /** Its width as a track of a grid, least first: `minmax(12rem, 2fr)`. */
  readonly width: string
  readonly cell: (row: T) => ReactNode
  /** What the list is sorted by when its head is pressed. */
  readonly sort?: string
  /** Figures stand at the right. */
  readonly figures?: true
  /** Shows the label to screen readers only. */
  readonly hideLabel?: true
}

/** How a list is sorted: a column's `sort`, with a minus from the greatest to the least. */
export type Sorting = string | undefined

export interface DataTableProps<T extends Thing> {
  /** Names the table. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** How many rows there are, loaded or not. */
  total: number
  nameOf: (row: T) => string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  onOpen: (row: T) => void
  selection: Selection<T>
  /** Chooses every row of the list, loaded or not. */
  onSelectAll: () => void
  /** The rows are still those of the filter before. */
  busy: boolean
  /** The sums, at the lower edge. */
  foot: ReactNode
}

/** Pixels. */
export const ROW_HEIGHT = 44
