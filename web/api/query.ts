import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallArgs, type CallOptions, call, send } from './call.ts'
import { isUnauthorized, signInAgain } from './unauthorized.ts'

type Args<R extends Row> =
  unknown extends Call<R> ? [] : object extends Call<R> ? [args?: Call<R>] : [args: Call<R>]

/** A read of one row, ready for TanStack: `useQuery(query(jobRoutes.list, { query: { status } }))`. */
export function query<const R extends Row>(row: R, ...[args]: Args<R>) {
  return queryOptions({
    queryKey: [row.path, args ?? {}] as const,
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

interface PagesArgs {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** A list read page by page; the row takes `limit` and the cursor, `before` where it goes back in time. */
export function pages<const R extends Row>(
  row: R,
  args: PagesArgs,
  limit = 60,
  cursor: 'after' | 'before' = 'after',
) {
  const inLink = new RegExp(`[?&]${cursor}=([^&>]+)`)
  type Item = Reply<R> extends readonly (infer T)[] ? T : never
  return infiniteQueryOptions({
    queryKey: [row.path, { ...args, limit }] as const,
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

/** Marks every read of these rows as out of date; those on screen are fetched again. */
export async function refresh(client: QueryClient, rows: readonly Row[]) {
  await Promise.all(rows.map((row) => client.invalidateQueries({ queryKey: [row.path] })))
}

/** What is read stays: never stale, no retry, no refetch on focus, reconnect or timer. A write or a live event renews it. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isUnauthorized(error) && signInAgain() }),
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
}
