import { formatDay } from '@plumbline/contract/dates.ts'
import {
  type CurrentEntry,
  MAX_CURRENT_JOBS,
  scheduleAttentionRoutes,
} from '@plumbline/contract/scheduleAttention.ts'
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { query } from '../../api/query.ts'
import { StatusMark } from '../../ui/Badge.tsx'

/** The current entries by job id. Jobs that are not loaded yet are missing. */
type Current = ReadonlyMap<string, CurrentEntry>
const CurrentContext = createContext<Current>(new Map())

interface CurrentEntriesProps {
  jobs: readonly { readonly id: string }[]
  /** Whether the entries are shown. They are not loaded otherwise. */
  enabled: boolean
  children: ReactNode
}

/** Loads the current entries of jobs in batches, for the {@link NowOrNext} components below it. */
export function CurrentEntries({ jobs, enabled, children }: CurrentEntriesProps) {
  const parts = useMemo(() => {
    const ids = enabled ? jobs.map(({ id }) => id) : []
    const count = Math.ceil(ids.length / MAX_CURRENT_JOBS)
    return Array.from({ length: count }, (_, n) =>
      ids.slice(n * MAX_CURRENT_JOBS, (n + 1) * MAX_CURRENT_JOBS).join(','),
    )
  }, [jobs, enabled])
  const current = useQueries({
    queries: parts.map((jobIds) => query(scheduleAttentionRoutes.current, { query: { jobIds } })),
    combine: byJob,
  })
  return <CurrentContext value={current}>{children}</CurrentContext>
}

const byJob = (
  reads: readonly { readonly data?: readonly CurrentEntry[] | undefined }[],
): Current =>
  new Map(reads.flatMap(({ data = [] }) => data.map((entry) => [entry.jobId, entry] as const)))

/**
 * The current or next entry of a job with its end or start date. A late one is red and has a mark.
 */
export function NowOrNext({ jobId }: { jobId: string }) {
  const entry = useContext(CurrentContext).get(jobId)
  if (!entry) return null
  const { title, status, startDate, endDate, isLate } = entry
  const hasBegun = status !== 'scheduled'
  const days = hasBegun ? `until ${formatDay(endDate)}` : `from ${formatDay(startDate)}`
  return (
    <span className={isLate ? 'font-medium text-bad' : 'text-ink-2'}>
      <span className="flex items-center gap-1.5" title={title}>
        {isLate && <StatusMark mark="diamond" />}
        {isLate && <span className="sr-only">Late:</span>}
        <span className="truncate">{title}</span>
      </span>
      <span className="block truncate">{days}</span>
    </span>
  )
}
