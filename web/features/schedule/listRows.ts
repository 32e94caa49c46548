import { groupBy } from '@plumbline/contract/groupBy.ts'
import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import { isOpenEntry, type PlanEntry } from '@plumbline/contract/schedule.ts'
import { lastToEnd } from './entryText.ts'

/** The completed entries of a job, and whether they are shown below this line. */
export interface FinishedRow {
  readonly finishedOf: string
  readonly count: number
  readonly last: { readonly name: string; readonly day: string }
  readonly isUnfolded: boolean
}

/** A line of the list: a job with the number of its entries, an entry, or what is finished. */
export type ListRow =
  | { readonly jobId: string; readonly name: string; readonly count: number }
  | { readonly entry: PlanEntry }
  | FinishedRow

const isFinished = ({ status }: PlanEntry) => status === 'completed'

/** The rows of the completed entries of a job: one line, and below it the entries if unfolded. */
function finishedRows(jobId: string, finished: readonly PlanEntry[], isUnfolded: boolean) {
  const last = lastToEnd(finished)
  if (!last) return []
  const named = { name: last.title, day: last.endDate }
  const line = { finishedOf: jobId, count: finished.length, last: named, isUnfolded }
  return [line, ...(isUnfolded ? finished.map((entry) => ({ entry })) : [])]
}

/**
 * Jobs by name, those with nothing left to do last, each with its entries by start, open ones
 * first. Completed entries fold into one line per job, but not in a list of nothing else, nor those
 * of the job whose entry is open.
 */
export function listRows(
  entries: readonly PlanEntry[],
  unfolded: ReadonlySet<string> | 'all',
  openId?: string,
): ListRow[] {
  const folds = unfolded !== 'all' && !entries.every(isFinished)
  const isUnfolded = (jobId: string, list: readonly PlanEntry[]) =>
    unfolded === 'all' ||
    unfolded.has(jobId) ||
    list.some((entry) => entry.id === openId && isFinished(entry))
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
      ...list.filter((entry) => !folds || !isFinished(entry)).map((entry) => ({ entry })),
      ...(folds ? finishedRows(jobId, list.filter(isFinished), isUnfolded(jobId, list)) : []),
    ])
}
