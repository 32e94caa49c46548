import { totalText } from '@plumbline/contract/countLimits.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { ListPage } from '../api/query.ts'
import { LoadProblem } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

/** The state of a list query: whole (`useQuery`) or paged (`usePagedList`). */
interface ReadList<T> {
  readonly data: readonly T[] | undefined
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  refetch(): unknown
  /** Only for a paged list. */
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
  /** The plural noun of the items: `jobs`. */
  noun: string
  /** Shown before the first response. It has the shape of the rows. */
  skeleton: ReactNode
  /** Shown when the list is empty. */
  empty: ReactNode
  /** Shown instead of `empty` while a filter is set. */
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

type Pages<T> = InfiniteData<ListPage<T>>
type Options<T, K extends readonly unknown[]> = UseInfiniteQueryOptions<
  ListPage<T>,
  Error,
  Pages<T>,
  K,
  string | undefined
>

/** A paged list, for `QueryList`. While a new filter loads, the items of the previous one stay. */
export function usePagedList<T, K extends readonly unknown[]>(options: Options<T, K>) {
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    data: items,
    error: query.error,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    refetch: query.refetch,
    paging: {
      total: data?.pages[0]?.total ?? items?.length ?? 0,
      hasMore: hasNextPage,
      pending: isFetchingNextPage,
      onMore,
    },
  }
}

interface LoadMoreProps {
  shown: number
  total: number
  /** The plural noun of the items. */
  noun: string
  hasMore: boolean
  pending: boolean
  onMore: () => void
}

/**
 * The end of a paged list: loads the next page when it comes into view, and shows the number of
 * items.
 */
export function LoadMore({ shown, total, noun, hasMore, pending, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onMore)
  useEffect(() => {
    load.current = onMore
  })
  useEffect(() => {
    if (!hasMore || pending || !end.current) return
    const observer = new IntersectionObserver(
      // A busy browser reports several entries at once, the oldest first.
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current(),
      {
        rootMargin: '600px',
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, pending])
  if (!hasMore) return null
  return (
    <div ref={end} className="mt-5 flex items-center justify-center gap-3 text-ink-2">
      <span className="figures print:before:content-['Shown:_'] [body:has([data-prints-list])_&]:print:after:content-['._Print_prints_all.']">
        {shown.toLocaleString('en-US')} of {totalText(total)} {noun}
      </span>
      <Button pending={pending} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
