import type { ComponentType } from 'react'
import { useSetSearch } from '../screens/screen.ts'
import { RowsSkeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ColumnsMenu } from '../ui/table/ColumnsMenu.tsx'
import type { Column } from '../ui/table/tableProps.ts'

/** The default export of a table's module. */
interface TableModule<T, P extends object> {
  readonly Table: ComponentType<P>
  readonly columns: readonly Column<T>[]
}

/** The table of a list and its column picker, whose code is fetched when they are shown. */
export function lazyTable<T, P extends object>(
  load: () => Promise<{ default: TableModule<T, P> }>,
) {
  return {
    Table: lazyPart(
      async () => ({ default: (await load()).default.Table }),
      () => <RowsSkeleton count={8} />,
    ),
    Columns: lazyPart(async () => {
      const { columns } = (await load()).default
      return {
        default: ({ columns: chosen }: { columns?: string | undefined }) => (
          <TableColumns columns={columns} chosen={chosen} />
        ),
      }
    }),
  }
}

interface TableColumnsProps<T> {
  columns: readonly Column<T>[]
  /** The keys of the chosen columns, separated by commas. */
  chosen: string | undefined
}

/** The menu to choose the columns of a screen's table. The address stores them. */
function TableColumns<T>(props: TableColumnsProps<T>) {
  const setSearch = useSetSearch<{ columns?: string }>()
  return <ColumnsMenu {...props} onChange={(columns) => setSearch({ columns })} />
}
