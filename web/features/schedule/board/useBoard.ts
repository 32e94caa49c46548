import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { absencesQuery, crewQuery, type Period, subsQuery, uncrewedQuery } from '../../crew/api.ts'
import { useWorkdays } from '../useWorkdays.ts'
import { countsOf, uncrewedBlocks } from './blocks.ts'
import { filteredRows, rowsOf, tradesOf } from './board.ts'
import type { Search } from './search.ts'

const keepPrevious = { placeholderData: keepPreviousData }

/** The data of the board for a period. `board` is undefined until everything is loaded. */
export function useBoard(search: Search, period: Period, today: string) {
  const workdays = useWorkdays(period.first)
  const days = useQuery({ ...crewQuery(period), ...keepPrevious })
  const absences = useQuery({ ...absencesQuery(period), ...keepPrevious })
  const uncrewed = useQuery({ ...uncrewedQuery(period, search.jobId), ...keepPrevious })
  const subs = useQuery(subsQuery)
  const reads = [days, absences, uncrewed, subs]

  const { first, last } = period
  const rows = useMemo(
    () => subs.data && days.data && rowsOf(subs.data, days.data, absences.data ?? []),
    [subs.data, days.data, absences.data],
  )
  const board = useMemo(() => {
    if (!rows || !days.data || !uncrewed.data || !subs.data) return undefined
    const open = uncrewedBlocks(uncrewed.data, workdays, today, { first, last })
    return {
      all: rows,
      rows: filteredRows(rows, search, today, uncrewed.data),
      counts: {
        ...countsOf(days.data, today),
        uncrewed: new Set(open.blocks.map(({ entry }) => entry.id)).size,
      },
      uncrewed: open,
      /** The entry for which a sub is chosen, whichever of its days are shown. */
      toBook: uncrewed.data.find(({ id }) => id === search.book),
      /** The declined day that is given to another sub. */
      toGive: days.data.find(({ id, declined }) => declined && id === search.give),
      trades: tradesOf(subs.data),
      workdayCount: workdays.all.count(first, last),
    }
  }, [rows, days.data, uncrewed.data, subs.data, search, today, workdays, first, last])

  return {
    board,
    workdays,
    isStale: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    error: reads.find(({ error }) => error)?.error ?? null,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const read of reads) void read.refetch()
    },
  }
}
export type Board = NonNullable<ReturnType<typeof useBoard>['board']>
