import { groupBy } from '@plumbline/contract/groupBy.ts'
import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import { isOpenEntry, type PlanEntry } from '@plumbline/contract/schedule.ts'

/** A line of the list: a job with the number of its entries, or an entry. */
export type ListRow =
  | { readonly jobId: string; readonly name: string; readonly count: number }
  | { readonly entry: PlanEntry }

/**
 * Jobs by name, those with nothing left to do last, each with its entries by start, open ones
 * first.
 */
export function listRows(entries: readonly PlanEntry[]): ListRow[] {
  return [...groupBy(entries, ({ jobId }) => jobId)]
    .map(([jobId, ofJob]) => ({
      jobId,
      name: ofJob[0]?.jobName || 'Unknown Job',
      list: [...ofJob].sort((a, b) => Number(isOpenEntry(b)) - Number(isOpenEntry(a))),
      hasOpen: ofJob.some(isOpenEntry),
    }))
    .sort(
      (a, b) =>
        Number(b.hasOpen) - Number(a.hasOpen) ||
        byLetters(a.name, b.name) ||
        (a.jobId < b.jobId ? -1 : 1),
    )
    .flatMap(({ jobId, name, list }): ListRow[] => [
      { jobId, name, count: list.length },
      ...list.map((entry) => ({ entry })),
    ])
}
