/** One row of photos of one day. */
export interface GridRow {
  /** The index of its first photo. */
  readonly from: number
  readonly count: number
  /** The first row of a day has its heading. */
  readonly isFirst: boolean
  /** The index of the first photo of its day, and how many photos of the day there are. */
  readonly dayFrom: number
  readonly dayCount: number
}

/** Photos in rows of so many, given by their days in order; each day begins a row. */
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
