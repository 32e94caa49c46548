import type { SavedView } from '@plumbline/contract/savedViews.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useMe } from '../api/me.ts'
import { QueryList, type usePagedList } from '../screens/QueryList.tsx'
import { SearchBox } from '../screens/SearchBox.tsx'
import { useChangeSearch, useSetSearch } from '../screens/screen.ts'
import { useChosen } from '../screens/useChosen.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { RowsSkeleton, Skeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { NoMatch } from '../ui/NoMatch.tsx'
import { ToolLine } from '../ui/ToolLine.tsx'
import { ViewSwitch } from '../ui/table/ViewSwitch.tsx'
import { TABLE, useMedia } from '../ui/useMedia.ts'
import type { TableProps } from './ListTable.tsx'
import type { ColumnsProps } from './lazyTable.tsx'
import type { ListSearch } from './listSearch.ts'
import { rememberColumns, rememberPlainList, rememberTable } from './rememberedView.ts'
import type { View } from './ViewTabs.tsx'

const ViewTabs = lazyPart(
  () => import('./ViewTabs.tsx'),
  () => <Skeleton className="mb-4 h-10 w-full" />,
)

/** The search params that every list screen has. */
interface ListParams {
  readonly search?: string | undefined
  readonly view?: 'table' | undefined
  readonly columns?: string | undefined
}

/** Whether there is room for a table, for those who may use it, and whether it is shown. */
export function useTableView({ view }: ListParams, mayUse = true) {
  const hasRoom = useMedia(TABLE) && mayUse
  return { hasRoom, isTable: hasRoom && view === 'table' }
}

/** The state of a list screen that its rows depend on. */
const ListContext = createContext({
  noun: 'items',
  isTable: false,
  columns: undefined as string | undefined,
  isNarrowed: false,
  /** Clears the filter. */
  onClear: () => {},
})

interface ListScreenProps<F extends object, T, K extends QueryKey> {
  title: string
  /** The plural noun of the rows: `jobs`. */
  noun: string
  search: ListSearch<F>
  /** The search params of the address. */
  params: F & ListParams
  /** From {@link useTableView}. */
  table: ReturnType<typeof useTableView>
  /** The label of the view that is not the table. */
  plainView?: 'Cards' | 'List'
  /** One line under the title. */
  text?: ReactNode
  /** The main action, beside the title. */
  action?: ReactNode
  /** The other actions, a menu on a phone. */
  more: ReactNode
  /** Between the title and the list. */
  figures?: ReactNode
  /** The searched fields, as the placeholder of the search box. */
  searched: string
  /** Beside the search box. */
  filters: ReactNode
  /** The column picker of the table. */
  Columns: ComponentType<ColumnsProps>
  /** The views of the table. A list without views is a table wherever there is room for one. */
  views?: {
    readonly screen: SavedView['screen']
    readonly builtIn: readonly View[]
    /** The path of the screen with search params. */
    readonly path: (params: View['params']) => string
    /** The query for the totals of a filter, and the number of rows in them. */
    readonly totals: (filter: F) => UseQueryOptions<T, Error, T, K>
    readonly count: (totals: T) => number
  }
  children: ReactNode
}

/** A screen that is one list: its title, figures, views, search and filters above the rows. */
export function ListScreen<F extends object, T, K extends QueryKey>({
  title,
  noun,
  search,
  params,
  table: { hasRoom, isTable },
  plainView = 'Cards',
  text,
  action,
  more,
  figures,
  searched,
  filters,
  Columns,
  views,
  children,
}: ListScreenProps<F, T, K>) {
  const setSearch = useSetSearch<ListParams>()
  const { id } = useMe()
  const { view, columns } = params
  const changeSearch = useChangeSearch<ListParams>()
  const [chosenColumns, chooseColumns] = useChosen(columns, (chosen) =>
    changeSearch({ columns: chosen }),
  )
  const show = (chosen: 'table' | '') => {
    if (views && chosen) rememberTable(views.screen, id, { columns })
    else if (views) rememberPlainList(views.screen, id)
    setSearch({ view: chosen })
  }
  return (
    <>
      <ScreenHeader {...{ title, text, more }}>{action}</ScreenHeader>
      {figures && <div className="mb-2 sm:mb-5">{figures}</div>}
      {isTable && views && (
        <ViewTabs
          screen={views.screen}
          builtIn={views.builtIn}
          current={{ ...search.filterOf(params), columns }}
          hrefOf={(other) => views.path({ ...other, view: 'table' })}
          onChoose={(other) => rememberTable(views.screen, id, other)}
          countOf={(other) => (
            <ViewCount
              totals={views.totals(search.filterOf(search.validate(other)))}
              count={views.count}
            />
          )}
        />
      )}
      <ToolLine>
        <SearchBox
          label={`Search ${noun}`}
          placeholder={searched}
          value={params.search}
          className="min-w-52 flex-1 sm:max-w-105"
        />
        {filters}
        {hasRoom && (
          <div className="ml-auto flex gap-2.5">
            {isTable && (
              <Columns
                columns={chosenColumns}
                onChange={(chosen) => {
                  if (views) rememberColumns(views.screen, id, chosen)
                  chooseColumns(chosen || undefined)
                }}
              />
            )}
            {views && (
              <ViewSwitch
                list={plainView}
                view={view}
                onChange={(chosen) => show(chosen ? 'table' : '')}
              />
            )}
          </div>
        )}
      </ToolLine>
      <ListContext
        value={{
          ...{ noun, isTable, columns },
          isNarrowed: search.isNarrowed(params),
          onClear: () => setSearch(search.noFilter),
        }}
      >
        {children}
      </ListContext>
    </>
  )
}

interface ListRowsProps<T, F> extends Pick<TableProps<T, F>, 'filter' | 'onChoosing'> {
  list: ReturnType<typeof usePagedList<T, readonly unknown[]>>
  Table: ComponentType<TableProps<T, F>>
  /** Shown in place of the rows, with a button that clears the filter. */
  noMatch: string
  empty: ReactNode
  /** Shown before the first response, unless there is a table. */
  skeleton: ReactNode
  /** The rows that are not a table. */
  children: (rows: readonly T[], busy: boolean) => ReactNode
}

/** The rows of the {@link ListScreen} above in each of their states, as a table or otherwise. */
export function ListRows<T, F>({
  list,
  Table,
  noMatch,
  empty,
  skeleton,
  children,
  ...table
}: ListRowsProps<T, F>) {
  const { noun, isTable, columns, isNarrowed, onClear } = useContext(ListContext)
  return (
    <QueryList
      {...{ list, noun, empty }}
      skeleton={isTable ? <RowsSkeleton count={8} /> : skeleton}
      noMatch={isNarrowed && <NoMatch title={noMatch} onClear={onClear} />}
    >
      {(rows, busy) =>
        isTable ? (
          <Table {...table} {...{ columns, rows, busy }} total={list.paging.total} />
        ) : (
          children(rows, busy)
        )
      }
    </QueryList>
  )
}

interface ViewCountProps<T, K extends QueryKey> {
  /** The query for the totals of the view. */
  totals: UseQueryOptions<T, Error, T, K>
  count: (totals: T) => number
}

/** The number of rows in a view. Renders nothing until it is known. */
function ViewCount<T, K extends QueryKey>({ totals, count }: ViewCountProps<T, K>) {
  const { data } = useQuery({ ...totals, select: count })
  if (data === undefined) return null
  return <span className="figures text-xs text-ink-2">{data.toLocaleString('en-US')}</span>
}
