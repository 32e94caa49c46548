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
import { isUnauthorized, leadToSetUp, signInAgain } from './unauthorized.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Of a read: what it tells of. */
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
  /** How many there are in all. */
  readonly total: number
  /** The cursor of the next page. */
  readonly next: string | undefined
}

/** The rows on a page of a table, which holds more of them than of cards. */
export const TABLE_PAGE = 200

interface PagedArgs {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

/**
 * Infinite query options for a list row that takes `limit` and a cursor: `after`, or `before` for a list that goes back
 * in time.
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

/** Of reads that were under way when they were marked as stale, the promise of that time. */
const outdated = new WeakMap<object, Promise<unknown>>()

/**
 * Marks the cached reads that match as stale, or all of them. One that is under way may bring what was there before, and would
 * pass for fresh: it is read once more after it.
 */
export function markStale(client: QueryClient, filters: Pick<QueryFilters, 'predicate'> = {}) {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    if (query.promise) outdated.set(query, query.promise)
  return client.invalidateQueries({ ...filters, refetchType: 'none' })
}

/** Sets the data of cached reads. Those that were stale stay so, which by `setQueryData` alone they would not. */
export function setKeepingStale(client: QueryClient, queryKey: QueryKey, set: () => unknown) {
  const predicate = ({ state }: Query) => state.isInvalidated
  const stale = client.getQueryCache().findAll({ queryKey, predicate })
  set()
  for (const query of stale) query.invalidate()
}

/** After a read: whether it was marked as stale while it was under way. */
function isOutdated(query: Pick<Query, 'promise'>): boolean {
  const promise = outdated.get(query)
  outdated.delete(query)
  return promise !== undefined && promise === query.promise
}

/**
 * After a successful write every cached read is marked stale. `leave` runs next, before the reads on screen are fetched
 * again: a screen that it opens loads fresh data, and one that it closes is not fetched needlessly.
 */
export async function refreshAll(client: QueryClient, leave?: () => unknown) {
  await markStale(client)
  await leave?.()
  await client.refetchQueries({ type: 'active', stale: true })
}

/** Reads are never stale by themselves: no retry, no refetch on focus, reconnect or timer. Only a write refreshes them. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess(_, query) {
        if (!isOutdated(query)) return
        query.invalidate()
        void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
      },
      onError: (error) => (isUnauthorized(error) ? signInAgain() : leadToSetUp(error)),
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
