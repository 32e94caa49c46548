import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { useMemo, useState } from 'react'
import { type ChartRow, entryRows, groupedRows, jobRows } from './rows.ts'

/** The rows of the chart, their indexes, and the folded jobs. */
export function useRows(entries: readonly PlanEntry[], byJob: boolean) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const jobs = useMemo(() => (byJob ? jobRows(entries) : null), [entries, byJob])
  const rows: readonly ChartRow[] = useMemo(
    () => (jobs ? groupedRows(jobs, folded) : entryRows(entries)),
    [jobs, entries, folded],
  )
  const rowOf = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows])
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  /** Folds or unfolds a job. Toggles it without `isFolded`. */
  const fold = (id: string, isFolded?: boolean) => {
    const next = new Set(folded)
    if (isFolded ?? !folded.has(id)) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  return { rows, rowOf, byId, folded, fold }
}
