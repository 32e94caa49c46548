import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell'
}

/** A part of a table. Not an element of one: rows are placed one by one, and most of them are not there. */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
