import { useCallback, useSyncExternalStore } from 'react'
import type { Column } from './tableProps.ts'

/** The search param of a table without any of its optional columns. */
export const NO_COLUMNS = 'none'

/**
 * The widths, in rem, of the sidebar with the margins of a screen, the checkbox of a row, and the
 * gap between columns.
 */
const OUTSIDE_WIDTH = 18.5
const CHECKBOX_WIDTH = 2.25
const COLUMN_GAP = 0.75

/** The minimum width of a column with its gap, in rem: the first length in its grid track. */
const minWidthOf = <T>({ width }: Column<T>) =>
  Number(/[\d.]+(?=rem)/.exec(width)?.[0] ?? 5) + COLUMN_GAP

/** Whether columns fit side by side into the room, in rem. */
export const fits = <T>(columns: readonly Column<T>[], room: number) =>
  columns.reduce((sum, column) => sum + minWidthOf(column), CHECKBOX_WIDTH) <= room

/**
 * The columns to show: the chosen ones, as their keys separated by commas, or the default ones. If
 * they do not all fit, the last optional ones are hidden.
 */
export function shownColumns<T>(
  columns: readonly Column<T>[],
  chosen: string | undefined,
  room: number,
): readonly Column<T>[] {
  const keys = chosen?.split(',')
  let shown = columns.filter(({ key, when }) =>
    keys ? !key || keys.includes(key) : when !== 'chosen',
  )
  while (!fits(shown, room)) {
    const hidden = shown.findLast(({ when }) => when) ?? shown.findLast(({ key }) => key)
    if (!hidden) break
    shown = shown.filter((column) => column !== hidden)
  }
  return shown
}

/** The columns to show in the room that the window has; see {@link shownColumns}. */
export const useShownColumns = <T>(columns: readonly Column<T>[], chosen: string | undefined) =>
  shownColumns(columns, chosen, useRoom())

/** The width that a table has beside the sidebar, in whole rem. */
export function useRoom(): number {
  const subscribe = useCallback((onChange: () => void) => {
    addEventListener('resize', onChange)
    return () => removeEventListener('resize', onChange)
  }, [])
  return useSyncExternalStore(subscribe, () =>
    Math.floor(document.documentElement.clientWidth / 16 - OUTSIDE_WIDTH),
  )
}
