import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell'
}

/**
 * A part of a table with an ARIA role. It is not a table element, since rows are positioned
 * individually and most of them are not rendered.
 */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
