import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

interface ViewCountProps<T, K extends QueryKey> {
  /** The query for the totals of the view. */
  totals: UseQueryOptions<T, Error, T, K>
  count: (totals: T) => number
}

/** The number of rows in a view. Renders nothing until it is known. */
export function ViewCount<T, K extends QueryKey>({ totals, count }: ViewCountProps<T, K>) {
  const { data } = useQuery({ ...totals, select: count })
  if (data === undefined) return null
  return <span className="figures text-xs text-ink-2">{data.toLocaleString('en-US')}</span>
}
