import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { GridPart } from '../GridPart.tsx'
import type { Column, DataTableProps, Sorting } from './tableProps.ts'

/**
 * The order after a click on a column's head: ascending first, then descending, then the default.
 */
const nextSorting = (sort: string, sorting: Sorting): Sorting =>
  sorting === sort ? `-${sort}` : sorting === `-${sort}` ? undefined : sort

/** The head of a table, with the sorting and the checkbox that selects all rows. */
export function TableHead<T extends { readonly id: string }>({
  columns,
  total,
  sorting,
  onSort,
  selection,
  onSelectAll,
  tracks,
}: DataTableProps<T> & { tracks: string }) {
  const chosen = selection.rows.length
  const isAll = chosen > 0 && chosen >= total
  return (
    <GridPart
      role="rowgroup"
      className="sticky top-[calc(var(--view-bar)+3.25rem)] z-10 border-b border-line-strong bg-ground"
    >
      <GridPart
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center gap-x-3"
        style={{ gridTemplateColumns: tracks }}
      >
        <GridPart role="columnheader" className="grid place-items-center">
          <input
            type="checkbox"
            aria-label="Select all"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && !isAll
            }}
            onChange={() => (isAll ? selection.clear() : onSelectAll())}
            className="size-4 accent-(--ink) touch:size-5"
          />
        </GridPart>
        {columns.map((column) => (
          <HeadCell key={column.label} column={column} sorting={sorting} onSort={onSort} />
        ))}
      </GridPart>
    </GridPart>
  )
}

function HeadCell<T>({
  column: { label, sort, figures, hideLabel },
  sorting,
  onSort,
}: {
  column: Column<T>
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}) {
  const isUp = sort !== undefined && sorting === sort
  const isDown = sort !== undefined && sorting === `-${sort}`
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <GridPart
      role="columnheader"
      {...(sort && { 'aria-sort': isUp ? 'ascending' : isDown ? 'descending' : 'none' })}
      className={cx('min-w-0 text-ink-2', figures && 'text-right')}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => onSort(nextSorting(sort, sorting))}
          className={cx(
            'inline-flex h-9 max-w-full items-center gap-1 hover:text-ink',
            (isUp || isDown) && 'font-medium text-ink',
          )}
        >
          <span className="truncate">{label}</span>
          {(isUp || isDown) && <Arrow aria-hidden className="size-3.5 shrink-0" />}
        </button>
      ) : (
        <span className={hideLabel && 'sr-only'}>{label}</span>
      )}
    </GridPart>
  )
}
