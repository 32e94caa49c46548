import { useCallback, useMemo, useRef, useState } from 'react'

interface Thing {
  readonly id: string
}

/** Which rows of a table are chosen, as they are now. */
export interface Selection<T> {
  readonly rows: readonly T[]
  readonly has: (id: string) => boolean
  /** Chooses a row or leaves it out; with `range` all from the one before to it. */
  readonly toggle: (index: number, range?: boolean) => void
  /** Chooses these and no others. */
  readonly choose: (rows: readonly T[]) => void
  readonly clear: () => void
}

/** The chosen rows among those of a table; rows that are not loaded may be among them. */
export function useSelection<T extends Thing>(rows: readonly T[]): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const last = useRef<string | null>(null)
  // A row that changed while it is chosen counts as it is now.
  const current = useMemo(() => {
    if (chosen.size === 0) return []
    const loaded = new Map(rows.map((row) => [row.id, row]))
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
      for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (chosen.has(row.id)) next.delete(one.id)
        else next.set(one.id, one)
      }
      last.current = row.id
      setChosen(next)
    },
    choose: useCallback((all) => setChosen(new Map(all.map((row) => [row.id, row]))), []),
    clear: useCallback(() => setChosen(new Map()), []),
  }
}
