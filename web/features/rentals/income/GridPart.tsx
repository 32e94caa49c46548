import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'row' | 'columnheader' | 'rowheader' | 'gridcell'
}

/**
 * A part of the rent grid. Not a table element, because `content-visibility` has no effect on table
 * rows and cells.
 */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
