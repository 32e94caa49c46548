import type { Column } from '../ui/table/tableProps.ts'
import { Link } from './Link.tsx'

/** The last column of a table, whose links open the things of its rows. */
export const detailsColumn = <T extends { readonly id: string; readonly name: string }>(
  pathOf: (id: string) => string,
): Column<T> => ({
  label: 'Details',
  hideLabel: true,
  width: '5.5rem',
  cell: ({ id, name }) => (
    <Link
      href={pathOf(id)}
      tabIndex={-1}
      aria-label={`View Details of ${name}`}
      className="action-link whitespace-nowrap"
    >
      View Details
    </Link>
  ),
})
