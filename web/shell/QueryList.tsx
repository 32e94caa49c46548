import type { ReactNode } from 'react'
import { LoadProblem } from '../ui/Alert.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'

/** The state of a list query: whole (`useQuery`), or page by page (`usePagedList`). */
interface ReadList<T> {
  readonly data: readonly T[] | undefined
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  refetch(): unknown
  /** For a list that is read page by page. */
  readonly paging?: {
    readonly total: number
    readonly hasMore: boolean
    readonly pending: boolean
    readonly onMore: () => void
  }
  readonly error: Error | null
}

interface QueryListProps<T> {
  list: ReadList<T>
  /** What is listed, in the plural: `jobs`. */
  noun: string
  /** Shown before the first response; has the shape of the rows. */
  skeleton: ReactNode
  /** Shown when there is nothing at all. */
  empty: ReactNode
  /** Shown instead while a filter is on. */
  noMatch?: ReactNode
  /** `busy` while a new filter loads and these items are still those of the previous one. */
  children: (items: readonly T[], busy: boolean) => ReactNode
}

/** A list in each of its states: loading, failed, empty, empty because of a filter, and filled. */
export function QueryList<T>({
  list,
  noun,
  skeleton,
  empty,
  noMatch,
  children,
}: QueryListProps<T>) {
  const { data, error, isFetching, isPlaceholderData, paging } = list
  if (!data) {
    if (!error) return skeleton
    const what = noun.charAt(0).toUpperCase() + noun.slice(1)
    return <LoadProblem what={what} pending={isFetching} onRetry={() => void list.refetch()} />
  }
  if (data.length === 0) return noMatch || empty
  return (
    <>
      {children(data, isPlaceholderData)}
      {paging && <LoadMore noun={noun} shown={data.length} {...paging} />}
    </>
  )
}
