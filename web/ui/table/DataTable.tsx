import { cx } from 'class-variance-authority'
import { GridPart } from '../GridPart.tsx'
import { TableHead } from './TableHead.tsx'
import { type DataTableProps, ROW_HEIGHT } from './tableProps.ts'
import { useTableRows } from './useTableRows.ts'

/**
 * A list as a table. The head sticks below the top bar and the sums to the lower edge, and only
 * rows near the visible part are rendered. Arrows or J and K move through the rows, Enter opens
 * one, Space or X selects it, with Shift all rows from the previous one.
 */
export function DataTable<T extends { readonly id: string }>(props: DataTableProps<T>) {
  const { label, columns, rows, total, nameOf, selection, busy, foot } = props
  const { body, top, items, height, activeIndex, onKeyDown, onFocusRow } = useTableRows<T>(props)
  const tracks = `2.25rem ${columns.map(({ width }) => width).join(' ')}`
  const isChoosing = selection.rows.length > 0
  return (
    <div className="text-sm">
      <GridPart
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-busy={busy}
        className={cx('transition-opacity', busy && 'opacity-60')}
      >
        <TableHead {...props} tracks={tracks} />
        {/* Handles the keys of the rows, which have the focus. */}
        <GridPart
          ref={body}
          role="rowgroup"
          className="relative print:h-auto!"
          style={{ height }}
          onKeyDown={onKeyDown}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const isChosen = selection.has(row.id)
            return (
              <GridPart
                key={row.id}
                role="row"
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={isChosen}
                tabIndex={index === activeIndex ? 0 : -1}
                onFocus={() => onFocusRow(index)}
                style={{ gridTemplateColumns: tracks, top: start - top, height: ROW_HEIGHT }}
                className={cx(
                  'group absolute inset-x-0 grid break-inside-avoid items-center gap-x-3 border-b border-line -outline-offset-2 print:static',
                  isChosen ? 'bg-info-soft' : 'hover:bg-sunken',
                )}
              >
                <GridPart
                  role="gridcell"
                  className="grid h-full place-items-center print:invisible"
                >
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    aria-label={`Select ${nameOf(row)}`}
                    checked={isChosen}
                    onChange={(event) =>
                      selection.toggle(index, (event.nativeEvent as MouseEvent).shiftKey)
                    }
                    className={cx(
                      'size-4 accent-(--ink) group-focus-within:opacity-100 group-hover:opacity-100 touch:size-5 touch:opacity-100',
                      !isChosen && !isChoosing && 'opacity-0',
                    )}
                  />
                </GridPart>
                {columns.map((column) => (
                  <GridPart
                    key={column.label}
                    role="gridcell"
                    className={cx(
                      'min-w-0',
                      column.figures && 'figures text-right',
                      column.hideLabel && 'print:invisible',
                    )}
                  >
                    {column.cell(row)}
                  </GridPart>
                ))}
              </GridPart>
            )
          })}
        </GridPart>
      </GridPart>
      <div className="sticky bottom-0 z-10 flex min-h-11 items-center gap-3 border-t border-line-strong bg-surface px-3 print:static">
        {foot}
      </div>
    </div>
  )
}
