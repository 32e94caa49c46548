import type { Column } from './tableProps.ts'

/** What an address holds where every column that can be left out is. */
export const NO_COLUMNS = 'none'

/** The columns to show: those that were chosen, as their keys with commas between, or else those there is room for. */
export function shownColumns<T>(
  columns: readonly Column<T>[],
  chosen: string | undefined,
  isWide: boolean,
): readonly Column<T>[] {
  if (chosen === undefined)
    return columns.filter(({ when }) => !when || (when === 'wide' && isWide))
  const keys = chosen.split(',')
  return columns.filter(({ key }) => !key || keys.includes(key))
}
