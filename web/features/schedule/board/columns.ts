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
  /** The CSS grid template: a column for the names, then the days, with narrow weekends. */
  readonly template: string
  /** The grid columns of a span, which may begin before the board and end after it. */
  readonly spanOf: (first: string, last: string) => string
}

/** The minimum width of a day in rem, by the number of weeks. */
const minWidths: Readonly<Record<number, number>> = { 2: 4.25, 4: 3.25, 8: 2.75 }

/** The columns of the board from its first Sunday on. */
export function useColumns(first: string, weeks: number): Columns {
  const dayOff = useDayOff()
  return useMemo(() => {
    const list = daysFrom(first, weeks * 7).map((day) => ({ day, off: dayOff(day) }))
    const width = minWidths[weeks] ?? 3
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
