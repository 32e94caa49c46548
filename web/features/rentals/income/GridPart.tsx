import type { ComponentProps } from 'react'

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'row' | 'columnheader' | 'rowheader' | 'gridcell'
}

/** A part of the rent grid. Not an element of a table: only boxes can be left undrawn while they are out of view. */
export function GridPart(props: GridPartProps) {
  return <div {...props} />
}
