import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell'
}

/**
 * A part of a grid. Not an element of a table: rows are placed one by one, and the facts of a row stick together at the
 * left, which needs a box between the row and its cells.
 */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
