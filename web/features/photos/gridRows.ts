/** One row of photos of one day. */
export interface GridRow {
  /** The index of its first photo. */
  readonly from: number
  readonly count: number
  /** Whether it is the first row of its day, which has the heading. */
  readonly isFirst: boolean
  /** The index of the first photo of its day, and the number of photos of that day. */
  readonly dayFrom: number
  readonly dayCount: number
}

/** Splits photos into rows, given the day of each photo in order. Each day begins a new row. */
export function gridRows(days: readonly string[], columns: number): GridRow[] {
  const rows: GridRow[] = []
  for (let dayFrom = 0; dayFrom < days.length; ) {
    let end = dayFrom
    while (end < days.length && days[end] === days[dayFrom]) end += 1
    for (let from = dayFrom; from < end; from += columns) {
      const count = Math.min(columns, end - from)
      rows.push({ from, count, isFirst: from === dayFrom, dayFrom, dayCount: end - dayFrom })
    }
    dayFrom = end
  }
  return rows
}
