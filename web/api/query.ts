import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import {
  infiniteQueryOptions,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { type CallArgs, type CallOptions, call, send } from './call.ts'
import { isUnauthorized, redirectToSetUp, signInAgain } from './unauthorized.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics that a read covers. Events about them make it stale. */
    queryMeta: Required<Pick<Row, 'about'>>
  }
}

type Args<R extends Row> =
  unknown extends Call<R> ? [] : object extends Call<R> ? [args?: Call<R>] : [args: Call<R>]

/** Query options for a GET row: `useQuery(query(jobRoutes.list, { query: { status } }))`. */
export function query<const R extends Row>(row: R, ...[args]: Args<R>) {
  return queryOptions({
    queryKey: [row.path, args ?? {}] as const,
    meta: { about: row.about ?? [] },
    queryFn: ({ signal }) =>
      call(row, ...([args, { signal } satisfies CallOptions] as CallArgs<R>)),
  })
}

export interface ListPage<T> {
  readonly items: readonly T[]
  /** The total number of items. */
  readonly total: number
  /** The cursor of the next page. */
  readonly next: string | undefined
}

/** The query of a list in which what is done comes last, unless it has an order of its own. */
export const openFirst = <F extends { readonly sort?: string | undefined }>(filter: F) =>
  filter.sort ? { ...filter } : ({ ...filter, openFirst: 'true' } as const)

/** The page size of a table. Lists of cards have smaller pages. */
export const TABLE_PAGE = 200

interface PagedArgs {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

/**
 * Infinite query options for a list row that takes `limit` and a cursor: `after`, or `before` for a
 * list in reverse chronological order.
 */
export function pagedQuery<const R extends Row>(
  row: R,
  args: PagedArgs,
  limit = 60,
  cursor: 'after' | 'before' = 'after',
) {
  const inLink = new RegExp(`[?&]${cursor}=([^&>]+)`)
  type Item = Reply<R> extends readonly (infer T)[] ? T : never
  return infiniteQueryOptions({
    queryKey: [row.path, { ...args, limit }] as const,
    meta: { about: row.about ?? [] },
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }): Promise<ListPage<Item>> => {
      const response = await send(
        row,
        { ...args, query: { ...args.query, limit, [cursor]: pageParam } },
        { signal },
      )
      const items: Item[] = await response.json()
      const next = inLink.exec(response.headers.get('Link') ?? '')?.[1]
      return {
        items,
        total: Number(response.headers.get('X-Total-Count') ?? items.length),
        next: next && decodeURIComponent(next),
      }
    },
    getNextPageParam: (last) => last.next,
  })
}

/** For each read that was in flight when it was marked as stale, its promise at that time. */
const outdated = new WeakMap<object, Promise<unknown>>()

/**
 * Marks the matching cached reads as stale, all of them by default. A read in flight may return
 * data from before the change and would count as fresh, so it is repeated once it has finished.
 */
export function markStale(client: QueryClient, filters: Pick<QueryFilters, 'predicate'> = {}) {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    if (query.promise) outdated.set(query, query.promise)
  return client.invalidateQueries({ ...filters, refetchType: 'none' })
}

/** Sets the data of cached reads. Unlike with `setQueryData` alone, stale reads remain stale. */
export function setKeepingStale(client: QueryClient, queryKey: QueryKey, set: () => unknown) {
  const predicate = ({ state }: Query) => state.isInvalidated
  const stale = client.getQueryCache().findAll({ queryKey, predicate })
  set()
  for (const query of stale) query.invalidate()
}

/** Whether a read that has finished was marked as stale while it was in flight. */
function isOutdated(query: Pick<Query, 'promise'>): boolean {
  const promise = outdated.get(query)
  outdated.delete(query)
  return promise !== undefined && promise === query.promise
}

/**
 * Refreshes the cache after a successful write: marks every cached read as stale, runs `leave`,
 * then fetches the reads on screen again. A screen that `leave` opens therefore loads fresh data,
 * and one that it closes is not fetched needlessly.
 */
export async function refreshAll(client: QueryClient, leave?: () => unknown) {
  await markStale(client)
  await leave?.()
  await client.refetchQueries({ type: 'active', stale: true })
}

/**
 * A query client whose reads never become stale on their own: no retry, and no refetch on focus,
 * reconnect or a timer. Only {@link markStale} refreshes them.
 */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess(_, query) {
        if (!isOutdated(query)) return
        query.invalidate()
        void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
      },
      onError: (error) => (isUnauthorized(error) ? signInAgain() : redirectToSetUp(error)),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
