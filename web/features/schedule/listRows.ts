import { groupBy } from '@plumbline/contract/groupBy.ts'
import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'

/** A line of the list: a job with the number of its entries, or an entry. */
export type ListRow =
  | { readonly jobId: string; readonly name: string; readonly count: number }
  | { readonly entry: PlanEntry }

/** Jobs by name, each with its entries by start. */
export function listRows(entries: readonly PlanEntry[]): ListRow[] {
  return [...groupBy(entries, ({ jobId }) => jobId)]
    .map(([jobId, list]) => ({ jobId, name: list[0]?.jobName || 'Unknown Job', list }))
    .sort((a, b) => byLetters(a.name, b.name) || (a.jobId < b.jobId ? -1 : 1))
    .flatMap(({ jobId, name, list }): ListRow[] => [
      { jobId, name, count: list.length },
      ...list.map((entry) => ({ entry })),
    ])
}
