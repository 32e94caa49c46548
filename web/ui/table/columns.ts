import { useCallback, useSyncExternalStore } from 'react'
import type { Column } from './tableProps.ts'

/** What an address holds where every column that can be left out is. */
export const NO_COLUMNS = 'none'

/** In rem: the sidebar with the margins of a screen, the box that chooses a row, and what is between two columns. */
const BESIDE = 18.5
const BOX = 2.25
const GAP = 0.75

/** The least width of a column in rem: what its track begins with. */
const leastOf = <T>({ width }: Column<T>) => Number(/[\d.]+(?=rem)/.exec(width)?.[0] ?? 5) + GAP

/** Whether columns fit side by side into so much room, in rem. */
export const fits = <T>(columns: readonly Column<T>[], room: number) =>
  columns.reduce((sum, column) => sum + leastOf(column), BOX) <= room

/**
 * The columns to show: those that were chosen, as their keys with commas between, or else the usual ones. Where there is no room
 * for all of them, the last ones that are not always there are left out.
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
    const out = shown.findLast(({ when }) => when) ?? shown.findLast(({ key }) => key)
    if (!out) break
    shown = shown.filter((column) => column !== out)
  }
  return shown
}

/** How much room a table has beside the sidebar, in whole rem. */
export function useRoom(): number {
  const subscribe = useCallback((onChange: () => void) => {
    addEventListener('resize', onChange)
    return () => removeEventListener('resize', onChange)
  }, [])
  return useSyncExternalStore(subscribe, () =>
    Math.floor(document.documentElement.clientWidth / 16 - BESIDE),
  )
}
