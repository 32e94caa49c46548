import { cycleThrough } from '@plumbline/contract/cycles.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'

/** A dependency: the entry starts after the other one has ended. */
export interface Dependency {
  readonly entryId: string
  readonly dependsOnId: string
  /** Working days between the two entries. Negative if they overlap. */
  readonly lagDays: number
}

/** The dependencies of one entry in a request. A list that is not sent stays as it is. */
export interface DependencyChange {
  readonly dependsOnIds?: readonly string[] | undefined
  readonly blocksIds?: readonly string[] | undefined
  /** Lags by the id of the predecessor. A lag that is not sent stays as it is. */
  readonly lagDays?: Readonly<Record<string, number>> | undefined
}

/** The dependencies of a job after a change to those of `entryId`. */
export function withChange(
  dependencies: readonly Dependency[],
  entryId: string,
  { dependsOnIds, blocksIds, lagDays = {} }: DependencyChange,
): Dependency[] {
  const lags = new Map(dependencies.map((pair) => [endsOf(pair), pair.lagDays]))
  const rest = dependencies.filter(
    (pair) =>
      !(dependsOnIds && pair.entryId === entryId) && !(blocksIds && pair.dependsOnId === entryId),
  )
  const before = (dependsOnIds ?? []).map((id) => ({ entryId, dependsOnId: id }))
  const after = (blocksIds ?? []).map((id) => ({ entryId: id, dependsOnId: entryId }))
  return [...rest, ...before, ...after].map((pair) => {
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

/** The ids of the predecessors of an entry, sorted. */
export function predecessorsOf(dependencies: readonly Dependency[], entryId: string): string[] {
  return dependencies
    .filter((pair) => pair.entryId === entryId)
    .map((pair) => pair.dependsOnId)
    .sort()
}

/**
 * The shortest cycle through an entry, as ids from the entry along its successors back to it, both
 * ends included. Undefined if there is none. If there was no cycle before a change, only the
 * changed entry can be part of one.
 */
export function findCycle(
  dependencies: readonly Dependency[],
  entryId: string,
): string[] | undefined {
  const byEntry = groupBy(dependencies, (pair) => pair.entryId)
  const predecessors = [...byEntry].map(
    ([id, pairs]) => [id, pairs.map((pair) => pair.dependsOnId)] as const,
  )
  return cycleThrough(new Map(predecessors), entryId)
}
