import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ListPage } from './query.ts'

type Pages<T> = InfiniteData<ListPage<T>>
type Options<T, K extends readonly unknown[]> = UseInfiniteQueryOptions<
  ListPage<T>,
  Error,
  Pages<T>,
  K,
  string | undefined
>

/** A list read page by page, for `QueryList`. While a new filter loads, the items of the previous one stay. */
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
