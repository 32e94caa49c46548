import { useEffect } from 'react'
import { useFileAction } from '../screens/useFileAction.ts'
import { useSelection } from '../ui/table/useSelection.ts'

interface Thing {
  readonly id: string
}

interface TableChoice<T> {
  /** The loaded rows. */
  rows: readonly T[]
  /** The number of all rows, loaded or not. */
  total: number
  /** Reads all rows. */
  readAll: () => Promise<readonly T[]>
  /**
   * Called when rows are selected or none are any more. The selection bar replaces a screen's
   * floating button.
   */
  onChoosing?: (isChoosing: boolean) => void
}

/** The selection of rows in a table whose list is paged: some rows, or all. */
export function useTableSelection<T extends Thing>({
  rows,
  total,
  readAll,
  onChoosing,
}: TableChoice<T>) {
  const selection = useSelection(rows)
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
