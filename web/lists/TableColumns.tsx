import { useSetSearch } from '../screens/screen.ts'
import { ColumnsMenu } from '../ui/table/ColumnsMenu.tsx'
import type { Column } from '../ui/table/tableProps.ts'

interface TableColumnsProps<T> {
  columns: readonly Column<T>[]
  /** The keys of the chosen columns, separated by commas. */
  chosen: string | undefined
}

/** The menu to choose the columns of a screen's table. The address stores them. */
export function TableColumns<T>(props: TableColumnsProps<T>) {
  const setSearch = useSetSearch<{ columns?: string }>()
  return <ColumnsMenu {...props} onChange={(columns) => setSearch({ columns })} />
}
