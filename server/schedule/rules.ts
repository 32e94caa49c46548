import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { EntryChange, EntryFacts, ScheduleEntry } from '@plumbline/contract/schedule.ts'
import type { SQL } from 'drizzle-orm'
import { circleThrough, type Graph, type LinkChange, relink, strangers } from './links.ts'

/** The links of every entry that the change touches; a 400 for entries of another job, a 409 with the path for a circle. */
export function requireLinks(
  graph: Graph<EntryFacts>,
  entry: { id: string; title: string },
  change: LinkChange,
) {
  for (const side of ['dependsOnIds', 'blocksIds'] as const) {
    if (strangers(graph, entry.id, change[side]).length > 0)
      throw invalid({ [side]: 'Choose entries of this job' })
  }
  const changed = relink(graph, entry.id, change)
  const circle = circleThrough(graph, changed, entry.id)
  if (!circle) return changed
  const titles = circle.map((id) => (id === entry.id ? entry.title : (graph.get(id)?.title ?? '')))
  throw new Failure('cycle', {
    message: `These dependencies would go round in a circle: ${titles.join(' → ')}`,
  })
}

/** One row of an entry's history, but for who and when. */
export interface Change {
  readonly scheduleEntryId: string
  readonly changeType: string
  readonly oldValue: string | null
  readonly newValue: string | SQL | null
  readonly impactedEntries?: string[]
}

const LONGEST = 20_000
const asText = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? null : String(value).slice(0, LONGEST)

type Fields = Omit<EntryChange, 'jobId' | 'reason' | 'dependsOnIds' | 'blocksIds'>

/** A row for each field that has another value; a sub by their name, where the new one may still have to be read. */
export function fieldChanges(
  before: Omit<ScheduleEntry, 'jobName' | 'createdAt' | 'updatedAt'>,
  fields: Fields,
  subName: SQL,
): Change[] {
  return (Object.keys(fields) as (keyof Fields)[])
    .filter((field) => fields[field] !== before[field])
    .map((field) => {
      const about = { scheduleEntryId: before.id, changeType: field }
      if (field !== 'assignedSubcontractorId') {
        return { ...about, oldValue: asText(before[field]), newValue: asText(fields[field]) }
      }
      return {
        ...about,
        oldValue: before.assignedSubcontractorName,
        newValue: fields[field] ? subName : null,
      }
    })
}

/** A row for each entry that waits for others than before. */
export function linkChanges(
  graph: Graph<EntryFacts>,
  changed: Graph,
  entry: { id: string; title: string },
): Change[] {
  const titles = (ids: readonly string[]) =>
    asText(ids.map((id) => (id === entry.id ? entry.title : graph.get(id)?.title)).join(', ')) ||
    null
  return [...changed].flatMap(([id, { dependsOnIds: after }]) => {
    const before = graph.get(id)?.dependsOnIds ?? []
    const impactedEntries = [
      ...before.filter((one) => !after.includes(one)),
      ...after.filter((one) => !before.includes(one)),
    ]
    if (impactedEntries.length === 0) return []
    return [
      {
        scheduleEntryId: id,
        changeType: 'dependsOnIds',
        oldValue: titles(before),
        newValue: titles(after),
        impactedEntries,
      },
    ]
  })
}
