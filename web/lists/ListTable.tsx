import { formatCents } from '@plumbline/contract/money.ts'
import { type ReactNode, useEffect } from 'react'
import { useOpened, useTyped } from '../api/typed.ts'
import { ExportSelected } from '../print/ExportSelected.tsx'
import type { Printout } from '../print/printout.ts'
import { useChangeSearch } from '../screens/screen.ts'
import { useChosen } from '../screens/useChosen.ts'
import { useFileAction } from '../screens/useFileAction.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import type { Column, DataTableProps } from '../ui/table/tableProps.ts'
import { useSelection } from '../ui/table/useSelection.ts'

/** The props of a list's table. */
export interface TableProps<T, F> {
  /** The filter and its order. */
  filter: F
  /** The keys of the columns to show, or undefined for the default ones. */
  columns: string | undefined
  /** The rows loaded so far, in the order of the filter. */
  rows: readonly T[]
  /** The number of all rows, loaded or not. */
  total: number
  /** Whether the rows still belong to the previous filter. */
  busy: boolean
  /**
   * Called when rows are selected or none are any more. The selection bar replaces a screen's
   * floating button.
   */
  onChoosing?: (isChoosing: boolean) => void
}

interface Selected<T, D> {
  readonly chosen: readonly T[]
  /** Opens one of the `dialogs`. */
  readonly open: (dialog: D) => void
}

interface ListTableProps<T extends { readonly id: string }, D extends string>
  extends Omit<TableProps<T, { readonly sort?: string | undefined }>, 'columns'>,
    Pick<DataTableProps<T>, 'label' | 'nameOf' | 'foot'> {
  /** The columns to show, from `useShownColumns`. */
  columns: readonly Column<T>[]
  /** Reads every row of the filter. */
  readAll: () => Promise<readonly T[]>
  /** The amount of a row in cents, for the sum of the selected ones. */
  amountOf?: (row: T) => number | null
  /** The actions for the selected rows, beside their export. */
  actions: (selected: Selected<T, D>) => ReactNode
  dialogs?: Readonly<Record<D, (chosen: readonly T[], onClose: () => void) => ReactNode>>
  /** The CSV file of selected rows: its name without the ending, and what is in it. */
  fileName: string
  printoutOf: (chosen: readonly T[]) => Promise<Printout>
}

/**
 * A list as a table with sorting, sums, and a selection that can be changed and exported. Another
 * filter clears the selection, another order does not.
 */
export function ListTable<T extends { readonly id: string }, D extends string = never>(
  props: ListTableProps<T, D>,
) {
  return <Rows key={JSON.stringify({ ...props.filter, sort: '' })} {...props} />
}

function Rows<T extends { readonly id: string }, D extends string>({
  filter,
  onChoosing,
  readAll,
  amountOf,
  actions,
  dialogs,
  fileName,
  printoutOf,
  ...table
}: ListTableProps<T, D>) {
  const changeSearch = useChangeSearch<{ sort?: string | undefined }>()
  const [sorting, setSorting] = useChosen(filter.sort, (sort) => changeSearch({ sort }))
  const [dialog, setDialog] = useOpened<D | null>('selected rows', null)
  const { rows, total } = table
  const { selection, isChoosing, onSelectAll, isReadingAll } = useTableSelection({
    ...{ rows, total, readAll, isOpen: dialog !== null },
    ...(onChoosing && { onChoosing }),
  })
  const chosen = selection.rows
  return (
    <>
      <DataTable
        {...table}
        sorting={sorting}
        onSort={setSorting}
        selection={selection}
        onSelectAll={onSelectAll}
        busy={table.busy || isReadingAll}
      />
      {isChoosing && (
        <SelectionBar
          count={chosen.length}
          {...(amountOf && {
            sum: formatCents(chosen.reduce((sum, row) => sum + (amountOf(row) ?? 0), 0)),
          })}
          onClear={selection.clear}
        >
          {actions({ chosen, open: setDialog })}
          <ExportSelected fileName={fileName} read={() => printoutOf(chosen)} />
        </SelectionBar>
      )}
      {isChoosing && dialog && dialogs?.[dialog](chosen, () => setDialog(null))}
    </>
  )
}

interface TableSelectionOptions<T extends { readonly id: string }>
  extends Pick<ListTableProps<T, never>, 'rows' | 'total' | 'readAll' | 'onChoosing'> {
  /** Whether a dialog about the selected rows is open. */
  isOpen: boolean
}

/** The selection of rows in a table whose list is paged: some rows, or all. */
function useTableSelection<T extends { readonly id: string }>({
  rows,
  total,
  readAll,
  isOpen,
  onChoosing,
}: TableSelectionOptions<T>) {
  const before = useTyped({
    name: 'rows of the dialog',
    read: (): readonly T[] | undefined => (isOpen ? selection.rows : undefined),
    isTyped: false,
  })
  const selection = useSelection(rows, before)
  const all = useFileAction(async () =>
    selection.choose(rows.length < total ? await readAll() : rows),
  )
  const isChoosing = selection.rows.length > 0
  useEffect(() => {
    onChoosing?.(isChoosing)
    return () => onChoosing?.(false)
  }, [isChoosing, onChoosing])
  return { selection, isChoosing, onSelectAll: all.run, isReadingAll: all.pending }
}
