import { inOrderOfWaits, type Waits } from './order.ts'

/** The shortest cycle through a thing, in the order of the work, from it back to it; undefined when there is none. */
export function cycleThrough<K>(waits: Waits<K>, start: K): K[] | undefined {
  // From each thing on the way back, the one that waits for it.
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

/** The steps from a thing back to it. */
function pathAlong<K>(next: ReadonlyMap<K, K>, start: K): K[] {
  const path = [start]
  for (let key = next.get(start); key !== undefined && key !== start; key = next.get(key))
    path.push(key)
  return [...path, start]
}

/** A cycle among the things, in the order of the work, from one of them back to it; undefined when there is none. */
export function cycleIn<K>(waits: Waits<K>): K[] | undefined {
  const ordered = new Set(inOrderOfWaits(waits))
  const isLeft = (key: K) => waits.has(key) && !ordered.has(key)
  // Whatever is left waits for something else that is left, so the way back from it comes to a cycle.
  const seen = new Set<K>()
  let at = [...waits.keys()].find(isLeft)
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    at = waits.get(at)?.find(isLeft)
  }
  return at === undefined ? undefined : cycleThrough(waits, at)
}
