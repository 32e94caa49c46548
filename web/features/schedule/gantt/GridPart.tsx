import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell'
}

/**
 * A part of an ARIA grid. It is not a table element, because rows are positioned one by one, and
 * the sticky cells of a row need a box between the row and its cells.
 */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
