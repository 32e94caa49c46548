/** The keys that each key waits for. Keys that are not in the map themselves are ignored. */
export type DependencyMap<K> = ReadonlyMap<K, readonly K[]>

/**
 * The keys in topological order, each after all that it waits for. Keys in a cycle, and keys that
 * wait for them, are left out.
 */
export function topologicalOrder<K>(waits: DependencyMap<K>): K[] {
  const open = new Map<K, number>()
  const successors = new Map<K, K[]>()
  for (const [key, others] of waits) {
    let count = 0
    for (const other of others) {
      if (!waits.has(other)) continue
      count++
      const waiting = successors.get(other)
      if (waiting) waiting.push(key)
      else successors.set(other, [key])
    }
    open.set(key, count)
  }
  const ordered = [...waits.keys()].filter((key) => open.get(key) === 0)
  for (const done of ordered) {
    for (const next of successors.get(done) ?? []) {
      const remaining = (open.get(next) ?? 0) - 1
      open.set(next, remaining)
      if (remaining === 0) ordered.push(next)
    }
  }
  return ordered
}
