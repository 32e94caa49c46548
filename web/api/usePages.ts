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
type List<T> = Pick<
  ReturnType<typeof useInfiniteQuery<ListPage<T>, Error, Pages<T>>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

/** What the end of a list, ui/LoadMore.tsx, has to know. */
export function useMore<T>({ data, hasNextPage, isFetchingNextPage, fetchNextPage }: List<T>) {
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const shown = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  return {
    shown,
    total: data?.pages[0]?.total ?? shown,
    hasMore: hasNextPage,
    pending: isFetchingNextPage,
    onMore,
  }
}

/**
 * The list of a screen, read page by page. While another choice loads, what was shown stays and is `busy`; when nothing
 * could be read, the error page says so.
 */
export function usePages<T, K extends readonly unknown[]>(options: Options<T, K>) {
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData })
  const { data, error, isPending, isPlaceholderData: busy } = list
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const more = useMore(list)
  if (error && !data) throw error
  return { items, isPending, busy, more }
}
