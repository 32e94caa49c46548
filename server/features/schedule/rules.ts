import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Span } from '@plumbline/contract/push.ts'
import type { EntryChange, ScheduleEntry } from '@plumbline/contract/schedule.ts'
import {
  type Dependency,
  type DependencyChange,
  findCycle,
  predecessorsOf,
  without,
} from './dependencies.ts'

/** The titles of a job's entries by id. */
export type Titles = ReadonlyMap<string, string>

/**
 * Throws a 400 unless all dependencies name entries of the same job. `titles` has the entries of
 * the job.
 */
export function requireSameJob(titles: Titles, change: DependencyChange) {
  for (const side of ['dependsOnIds', 'blocksIds'] as const) {
    if (change[side]?.some((id) => !titles.has(id)))
      throw invalid({ [side]: 'Choose entries of this job' })
  }
}

/**
 * Throws a 400 unless all lags name predecessors of the entry. `dependencies` are those after the
 * change.
 */
export function requireLagsOfPredecessors(
  dependencies: readonly Dependency[],
  entryId: string,
  { lagDays = {} }: DependencyChange,
) {
  const known = predecessorsOf(dependencies, entryId)
  if (Object.keys(lagDays).some((id) => !known.includes(id)))
    throw invalid({ lagDays: 'Choose entries that this one depends on' })
}

/** Throws a 409 with the path if the dependencies form a cycle through the entry. */
export function requireNoCycle(
  titles: Titles,
  dependencies: readonly Dependency[],
  entryId: string,
) {
  const cycle = findCycle(dependencies, entryId)
  if (!cycle) return
  const path = cycle.map((id) => titles.get(id) ?? '').join(' → ')
  throw new Failure('cycle', { message: `These dependencies form a cycle: ${path}` })
}

/** A history row of an entry, without its author and time. */
export interface Change {
  readonly scheduleEntryId: string
  readonly changeType: string
  readonly oldValue: string | null
  readonly newValue: string | null
  readonly impactedEntries?: string[]
}

const MAX_LENGTH = 20_000
const asText = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? null : String(value).slice(0, MAX_LENGTH)

type Fields = Omit<
  EntryChange,
  | 'startDate'
  | 'endDate'
  | 'jobId'
  | 'reason'
  | 'dependsOnIds'
  | 'blocksIds'
  | 'lagDays'
  | 'push'
  | 'pull'
  | 'versions'
  | 'digest'
>

/** The fields whose change affects the entries that wait for this one. */
const impactingFields: readonly string[] = ['status']

/** A history row for each date of an entry that changes. */
export function moveChanges(
  before: Span & { readonly id: string; readonly blocksIds: readonly string[] },
  after: Span,
): Change[] {
  return (['startDate', 'endDate'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      scheduleEntryId: before.id,
      changeType: field,
      oldValue: before[field],
      newValue: after[field],
      impactedEntries: [...before.blocksIds],
    }))
}

/** A history row for each field that changes. Subs are recorded by name. */
export function fieldChanges(
  before: Omit<ScheduleEntry, 'jobName' | 'createdAt' | 'updatedAt'>,
  fields: Fields,
  newSubName: string | null,
): Change[] {
  return (Object.keys(fields) as (keyof Fields)[])
    .filter((field) => fields[field] !== before[field])
    .map((field) => {
      const about = {
        scheduleEntryId: before.id,
        changeType: field,
        ...(impactingFields.includes(field) && { impactedEntries: before.blocksIds }),
      }
      return field === 'assignedSubcontractorId'
        ? { ...about, oldValue: before.assignedSubcontractorName, newValue: newSubName }
        : { ...about, oldValue: asText(before[field]), newValue: asText(fields[field]) }
    })
}

const lagText = (days: number) =>
  days === 0
    ? ''
    : ` (${days > 0 ? '+' : '−'}${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'})`

/** A history row for each entry whose predecessors change. */
export function dependencyChanges(
  titles: Titles,
  before: readonly Dependency[],
  after: readonly Dependency[],
): Change[] {
  const named = (dependencies: readonly Dependency[], id: string) =>
    asText(
      predecessorsOf(dependencies, id)
        .map((other) => {
          const pair = dependencies.find((one) => one.entryId === id && one.dependsOnId === other)
          return `${titles.get(other)}${lagText(pair?.lagDays ?? 0)}`
        })
        .join(', '),
    ) || null
  const removed = without(before, after)
  const added = without(after, before)
  const changed = [...removed, ...added]
  return [...new Set(changed.map(({ entryId }) => entryId))].map((id) => ({
    scheduleEntryId: id,
    changeType: 'dependsOnIds',
    oldValue: named(before, id),
    newValue: named(after, id),
    impactedEntries: changed
      .filter(({ entryId }) => entryId === id)
      .map(({ dependsOnId }) => dependsOnId),
  }))
}

/** History rows of a job by one person, for one reason. */
export const history = (
  jobId: string,
  changedById: string,
  changes: readonly Change[],
  reason?: string | null,
) => changes.map((change) => ({ ...change, jobId, changedById, reason }))
