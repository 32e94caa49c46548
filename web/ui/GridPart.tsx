import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'gridcell'
}

/**
 * A part of an ARIA grid. It is not a table element: rows are positioned one by one, the sticky
 * cells of a row need a box between the row and its cells, and `content-visibility` has no effect
 * on table rows and cells.
 */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
