import { ColumnsMenu } from '../ui/table/ColumnsMenu.tsx'
import type { Column } from '../ui/table/tableProps.ts'
import { useSetSearch } from './screen.ts'

interface TableColumnsProps<T> {
  columns: readonly Column<T>[]
  /** The keys of those that were chosen, with commas between. */
  chosen: string | undefined
}

/** Which columns the table of a screen shows; the address keeps them. */
export function TableColumns<T>(props: TableColumnsProps<T>) {
  const setSearch = useSetSearch<{ columns?: string }>()
  return <ColumnsMenu {...props} onChange={(columns) => setSearch({ columns })} />
}
