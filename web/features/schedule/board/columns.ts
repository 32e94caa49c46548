import { daysFrom } from '@plumbline/contract/dates.ts'
import { useMemo } from 'react'
import { useDayOff } from '../../../screens/days.ts'

/** One day of the board. */
export interface Column {
  readonly day: string
  /** `Weekend` or the name of a holiday. */
  readonly off: string | undefined
}

export interface Columns {
  readonly list: readonly Column[]
  /** The columns of a grid: the names, then the days; weekends are narrow. */
  readonly template: string
  /** The place of a day in the grid, for a span that may begin before the board and go on after it. */
  readonly spanOf: (first: string, last: string) => string
}

/** The width in rem that a day has at least. */
const widths: Readonly<Record<number, number>> = { 2: 4.25, 4: 3.25, 8: 2.75 }

/** The days of the board from its first Sunday on. */
export function useColumns(first: string, weeks: number): Columns {
  const dayOff = useDayOff()
  return useMemo(() => {
    const list = daysFrom(first, weeks * 7).map((day) => ({ day, off: dayOff(day) }))
    const width = widths[weeks] ?? 3
    const tracks = list.map(({ off }) =>
      off === 'Weekend' ? 'minmax(2.125rem, 0.42fr)' : `minmax(${width}rem, 1fr)`,
    )
    const indexOf = new Map(list.map(({ day }, index) => [day, index]))
    return {
      list,
      template: `var(--names) ${tracks.join(' ')}`,
      spanOf: (from, to) =>
        `${(indexOf.get(from) ?? 0) + 2} / ${(indexOf.get(to) ?? list.length - 1) + 3}`,
    }
  }, [first, weeks, dayOff])
}
