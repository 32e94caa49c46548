import { useCallback, useMemo, useRef, useState } from 'react'

interface Thing {
  readonly id: string
}

/** The selected rows of a table, in their current version. */
export interface Selection<T> {
  readonly rows: readonly T[]
  readonly has: (id: string) => boolean
  /** Selects or deselects a row; with `range` all rows from the last toggled one. */
  readonly toggle: (index: number, range?: boolean) => void
  /** Selects exactly these rows. */
  readonly choose: (rows: readonly T[]) => void
  readonly clear: () => void
}

const byId = <T extends Thing>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * The selection of rows in a table, at first `initial`. It may include rows that are not loaded.
 */
export function useSelection<T extends Thing>(
  rows: readonly T[],
  initial: readonly T[] = [],
): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(() => byId(initial))
  const last = useRef<string | null>(null)
  // Replaces selected rows that have changed since by their current version.
  const current = useMemo(() => {
    if (chosen.size === 0) return []
    const loaded = byId(rows)
    return [...chosen.values()].map((row) => loaded.get(row.id) ?? row)
  }, [chosen, rows])
  return {
    rows: current,
    has: (id) => chosen.has(id),
    toggle: (index, range = false) => {
      const row = rows[index]
      if (!row) return
      const before = range ? rows.findIndex(({ id }) => id === last.current) : -1
      const from = before === -1 ? index : before
      const next = new Map(chosen)
      for (const item of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (chosen.has(row.id)) next.delete(item.id)
        else next.set(item.id, item)
      }
      last.current = row.id
      setChosen(next)
    },
    choose: useCallback((all) => setChosen(byId(all)), []),
    clear: useCallback(() => setChosen(new Map()), []),
  }
}
