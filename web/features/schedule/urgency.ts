import { isOpenEntry, type PlanEntry } from '@plumbline/contract/schedule.ts'

/**
 * The rank of an entry on its day, from 0 for the most urgent. Delayed entries come first, closed
 * ones last.
 */
export function urgencyOf(entry: PlanEntry): number {
  if (entry.status === 'delayed') return 0
  if (!isOpenEntry(entry)) return 4
  return { critical: 1, high: 2 }[String(entry.priority)] ?? 3
}
