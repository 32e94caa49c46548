import type { ComponentType, ReactNode } from 'react'
import { QueryList, type usePagedList } from '../screens/QueryList.tsx'
import { useSetSearch } from '../screens/screen.ts'
import { RowsSkeleton } from '../ui/Loading.tsx'
import { NoMatch } from '../ui/NoMatch.tsx'
import type { TableProps } from './ListTable.tsx'
import type { ListSearch } from './listSearch.ts'

interface ListRowsProps<T, F, P>
  extends Pick<TableProps<T, F>, 'filter' | 'columns' | 'onChoosing'> {
  list: ReturnType<typeof usePagedList<T, readonly unknown[]>>
  /** The plural noun of the rows: `jobs`. */
  noun: string
  search: ListSearch<P>
  /** The search params of the address. */
  params: P
  isTable: boolean
  Table: ComponentType<TableProps<T, F>>
  /** Shown in place of the rows, with a button that clears the filter. */
  noMatch: string
  empty: ReactNode
  /** Shown before the first response, unless there is a table. */
  skeleton: ReactNode
  /** The rows that are not a table. */
  children: (rows: readonly T[], busy: boolean) => ReactNode
}

/** The rows of a list screen in each of their states, as a table or otherwise. */
export function ListRows<T, F, P>({
  list,
  noun,
  search,
  params,
  isTable,
  Table,
  noMatch,
  empty,
  skeleton,
  children,
  ...table
}: ListRowsProps<T, F, P>) {
  const setSearch = useSetSearch<Record<string, string>>()
  return (
    <QueryList
      {...{ list, noun, empty }}
      skeleton={isTable ? <RowsSkeleton count={8} /> : skeleton}
      noMatch={
        search.isNarrowed(params) && (
          <NoMatch title={noMatch} onClear={() => setSearch(search.noFilter)} />
        )
      }
    >
      {(rows, busy) =>
        isTable ? (
          <Table {...table} rows={rows} total={list.paging.total} busy={busy} />
        ) : (
          children(rows, busy)
        )
      }
    </QueryList>
  )
}
