import type { ComponentType } from 'react'
import { RowsSkeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ColumnsMenu } from '../ui/table/ColumnsMenu.tsx'
import type { Column } from '../ui/table/tableProps.ts'

/** The default export of a table's module. */
interface TableModule<T, P extends object> {
  readonly Table: ComponentType<P>
  readonly columns: readonly Column<T>[]
}

/** The properties of the column picker of a table. */
export interface ColumnsProps {
  /** The keys of the chosen columns, separated by commas. */
  columns: string | undefined
  /** Called with the keys of the columns to show; empty for the default ones. */
  onChange: (columns: string) => void
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
        default: ({ columns: chosen, onChange }: ColumnsProps) => (
          <ColumnsMenu {...{ columns, chosen, onChange }} />
        ),
      }
    }),
  }
}
