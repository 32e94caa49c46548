import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { calendarDays } from '../entryText.ts'

/** The summary of the entries of a job. */
export interface JobSummary {
  readonly count: number
  readonly startDate: string
  /** Its finish. */
  readonly endDate: string
  /** The mean progress of its entries, weighted by their days. */
  readonly percent: number
}

export interface JobRow {
  readonly kind: 'job'
  readonly id: string
  readonly name: string
  readonly entries: readonly PlanEntry[]
  readonly summary: JobSummary
}
export interface EntryRow {
  readonly kind: 'entry'
  readonly id: string
  readonly entry: PlanEntry
}
export type ChartRow = JobRow | EntryRow

/** Summarizes the entries of a job. Canceled ones count only if there are no others. */
export function summaryOf(entries: readonly PlanEntry[]): JobSummary {
  const planned = entries.filter(({ status }) => status !== 'cancelled')
  const counted = planned.length > 0 ? planned : entries
  let [days, done] = [0, 0]
  for (const entry of counted) {
    const count = calendarDays(entry)
    days += count
    done += count * entry.percentComplete
  }
  return {
    count: entries.length,
    startDate: counted.reduce((min, e) => (e.startDate < min ? e.startDate : min), '9999'),
    endDate: counted.reduce((max, e) => (e.endDate > max ? e.endDate : max), ''),
    percent: days > 0 ? Math.round(done / days) : 0,
  }
}

const rowOf = (entry: PlanEntry): EntryRow => ({ kind: 'entry', id: entry.id, entry })

/** The jobs in the order of their first entry, each with its entries. */
export function jobRows(entries: readonly PlanEntry[]): JobRow[] {
  return [...groupBy(entries, ({ jobId }) => jobId)].map(([id, list]) => ({
    kind: 'job',
    id,
    name: list[0]?.jobName ?? '',
    entries: list,
    summary: summaryOf(list),
  }))
}

/** The rows of entries that are not grouped. */
export const entryRows = (entries: readonly PlanEntry[]): ChartRow[] => entries.map(rowOf)

/** The rows of grouped entries, without those of folded jobs. */
export const groupedRows = (jobs: readonly JobRow[], folded: ReadonlySet<string>): ChartRow[] =>
  jobs.flatMap((job) => (folded.has(job.id) ? [job] : [job, ...job.entries.map(rowOf)]))
