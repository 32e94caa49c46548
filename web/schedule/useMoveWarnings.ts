import {
  clashWarnings,
  isOpenEntry,
  orderWarnings,
  scheduleRoutes,
} from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { jobSchedule } from './api.ts'
import type { ProposedMove } from './useMove.ts'

/** What is wrong with the new days of an entry, or that nobody is booked twice; null before that is known. */
export function useMoveWarnings({ entry, startDate, endDate }: ProposedMove) {
  const subId = entry.assignedSubcontractorId
  const checksSub = subId !== null && isOpenEntry(entry)
  const ofJob = useQuery(jobSchedule(entry.jobId))
  const onDays = useQuery({
    ...query(scheduleRoutes.list, {
      query: { from: startDate, to: endDate, subcontractorId: subId ?? '' },
    }),
    enabled: checksSub,
  })
  if (!ofJob.data || (checksSub && !onDays.data)) return null

  const blocksIds = ofJob.data.find(({ id }) => id === entry.id)?.blocksIds ?? []
  const clashes = (onDays.data ?? []).filter((other) => other.id !== entry.id && isOpenEntry(other))
  const texts = [
    ...orderWarnings(new Map(ofJob.data.map((other) => [other.id, other])), {
      ...entry,
      blocksIds,
      startDate,
      endDate,
    }),
    ...clashWarnings(entry.assignedSubcontractorName, checksSub ? clashes : []),
  ]
  if (texts.length > 0) return { areBad: true, texts }
  return checksSub ? { areBad: false, texts: ['Nobody is double-booked by this.'] } : null
}
