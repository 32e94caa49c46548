import { type DependencyMap, topologicalOrder } from './order.ts'

/**
 * The shortest cycle through a key, in the order of the work, from the key back to itself;
 * undefined if there is none.
 */
export function cycleThrough<K>(waits: DependencyMap<K>, start: K): K[] | undefined {
  // Maps each key on the way back to the key that waits for it.
  const next = new Map<K, K>()
  const queue = [start]
  for (const current of queue) {
    for (const other of waits.get(current) ?? []) {
      if (next.has(other)) continue
      next.set(other, current)
      if (other === start) return pathAlong(next, start)
      queue.push(other)
    }
  }
  return undefined
}

/** The path from a key back to itself. */
function pathAlong<K>(next: ReadonlyMap<K, K>, start: K): K[] {
  const path = [start]
  for (let key = next.get(start); key !== undefined && key !== start; key = next.get(key))
    path.push(key)
  return [...path, start]
}

/**
 * A cycle among the keys, in the order of the work, from one of them back to itself; undefined if
 * there is none.
 */
export function cycleIn<K>(waits: DependencyMap<K>): K[] | undefined {
  const ordered = new Set(topologicalOrder(waits))
  const isRemaining = (key: K) => waits.has(key) && !ordered.has(key)
  // Every remaining key waits for another remaining key, so following them leads into a cycle.
  const seen = new Set<K>()
  let at = [...waits.keys()].find(isRemaining)
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    at = waits.get(at)?.find(isRemaining)
  }
  return at === undefined ? undefined : cycleThrough(waits, at)
}
