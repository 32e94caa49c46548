import { useEffect } from 'react'
import { useSelection } from '../ui/table/useSelection.ts'
import { useMaking } from './useMaking.ts'

interface Thing {
  readonly id: string
}

interface TableChoice<T> {
  /** Those that are loaded. */
  rows: readonly T[]
  /** How many there are, loaded or not. */
  total: number
  /** Reads all of them. */
  readAll: () => Promise<readonly T[]>
  /** Whether some are chosen, which have a bar of their own, for a screen with a floating button. */
  onChoosing?: (isChoosing: boolean) => void
}

/** The choice of rows of a table whose list is read page by page: some, or all of them. */
export function useTableChoice<T extends Thing>({
  rows,
  total,
  readAll,
  onChoosing,
}: TableChoice<T>) {
  const selection = useSelection(rows)
  const all = useMaking(async () => selection.choose(rows.length < total ? await readAll() : rows))
  const isChoosing = selection.rows.length > 0
  useEffect(() => {
    onChoosing?.(isChoosing)
    return () => onChoosing?.(false)
  }, [isChoosing, onChoosing])
  return { selection, isChoosing, onSelectAll: all.run, isReadingAll: all.pending }
}
