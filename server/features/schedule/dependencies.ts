import { cycleThrough } from '@plumbline/contract/cycles.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'

/** One dependency of a schedule: the entry starts after the other one has ended. */
export interface Dependency {
  readonly entryId: string
  readonly dependsOnId: string
  /** Working days between them; negative where they overlap. */
  readonly lagDays: number
}

/** The dependencies of one entry as they are sent; a side that is not sent stays as it is. */
export interface DependencyChange {
  readonly dependsOnIds?: readonly string[] | undefined
  readonly blocksIds?: readonly string[] | undefined
  /** By the ids of the entries that it depends on; a lag that is not sent stays as it is. */
  readonly lagDays?: Readonly<Record<string, number>> | undefined
}

/** The dependencies of a job once `entryId` has those of the change. */
export function withChange(
  dependencies: readonly Dependency[],
  entryId: string,
  { dependsOnIds, blocksIds, lagDays = {} }: DependencyChange,
): Dependency[] {
  const lags = new Map(dependencies.map((pair) => [endsOf(pair), pair.lagDays]))
  const kept = dependencies.filter(
    (pair) =>
      !(dependsOnIds && pair.entryId === entryId) && !(blocksIds && pair.dependsOnId === entryId),
  )
  const before = (dependsOnIds ?? []).map((id) => ({ entryId, dependsOnId: id }))
  const after = (blocksIds ?? []).map((id) => ({ entryId: id, dependsOnId: entryId }))
  return [...kept, ...before, ...after].map((pair) => {
    const sent = pair.entryId === entryId ? lagDays[pair.dependsOnId] : undefined
    return { ...pair, lagDays: sent ?? lags.get(endsOf(pair)) ?? 0 }
  })
}

const endsOf = ({ entryId, dependsOnId }: Omit<Dependency, 'lagDays'>) =>
  `${entryId} ${dependsOnId}`
const keyOf = (pair: Dependency) => `${endsOf(pair)} ${pair.lagDays}`

/** The dependencies that are in the first list and not in the second. */
export function without(from: readonly Dependency[], others: readonly Dependency[]): Dependency[] {
  const known = new Set(others.map(keyOf))
  return from.filter((pair) => !known.has(keyOf(pair)))
}

/** The ids that an entry waits for, sorted. */
export function predecessorsOf(dependencies: readonly Dependency[], entryId: string): string[] {
  return dependencies
    .filter((pair) => pair.entryId === entryId)
    .map((pair) => pair.dependsOnId)
    .sort()
}

/**
 * The shortest cycle through an entry, from it along its successors back to it, both ends included; undefined when there
 * is none. Dependencies that had no cycle before can only get one through the entry that was changed.
 */
export function findCycle(
  dependencies: readonly Dependency[],
  entryId: string,
): string[] | undefined {
  const byEntry = groupBy(dependencies, (pair) => pair.entryId)
  const waits = [...byEntry].map(
    ([id, pairs]) => [id, pairs.map((pair) => pair.dependsOnId)] as const,
  )
  return cycleThrough(new Map(waits), entryId)
}
