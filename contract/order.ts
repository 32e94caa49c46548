/** What each thing waits for, by the key of the thing. A key that is none of the things counts for nothing. */
export type Waits<K> = ReadonlyMap<K, readonly K[]>

/** The things, each after all that it waits for. Those of a cycle, and what waits for them, are left out. */
export function inOrderOfWaits<K>(waits: Waits<K>): K[] {
  const open = new Map<K, number>()
  const successors = new Map<K, K[]>()
  for (const [key, others] of waits) {
    let count = 0
    for (const other of others) {
      if (!waits.has(other)) continue
      count++
      const known = successors.get(other)
      if (known) known.push(key)
      else successors.set(other, [key])
    }
    open.set(key, count)
  }
  const ordered = [...waits.keys()].filter((key) => open.get(key) === 0)
  for (const done of ordered) {
    for (const next of successors.get(done) ?? []) {
      const left = (open.get(next) ?? 0) - 1
      open.set(next, left)
      if (left === 0) ordered.push(next)
    }
  }
  return ordered
}
