import { addDays } from '@plumbline/contract/dates.ts'
import type { KeyDate } from '@plumbline/contract/keyDates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { urgencyOf } from '../urgency.ts'

/** An item of a day: a key date of a job or task, or an entry that covers the day. */
export type DayItem =
  | { readonly kind: KeyDate['kind']; readonly keyDate: KeyDate }
  | { readonly kind: 'entry'; readonly entry: PlanEntry }

/** Deadlines come first, then starts, then entries. */
const order = ['job_due', 'task_deadline', 'job_start', 'entry']

function rankOf(item: DayItem): number {
  const rank = order.indexOf(item.kind) * 10
  return item.kind === 'entry' ? rank + urgencyOf(item.entry) : rank
}

/** The items of each day from `first` to `last`, the most urgent ones first. */
export function itemsByDay(
  keyDates: readonly KeyDate[],
  entries: readonly PlanEntry[],
  first: string,
  last: string,
): ReadonlyMap<string, readonly DayItem[]> {
  const days = new Map<string, DayItem[]>()
  for (let day = first; day <= last; day = addDays(day, 1)) days.set(day, [])
  for (const keyDate of keyDates) days.get(keyDate.day)?.push({ kind: keyDate.kind, keyDate })
  for (const entry of entries) {
    const end = entry.endDate < last ? entry.endDate : last
    for (
      let day = entry.startDate > first ? entry.startDate : first;
      day <= end;
      day = addDays(day, 1)
    )
      days.get(day)?.push({ kind: 'entry', entry })
  }
  for (const items of days.values()) items.sort((a, b) => rankOf(a) - rankOf(b))
  return days
}

export const idOf = (item: DayItem): string =>
  item.kind === 'entry' ? item.entry.id : `${item.kind} ${item.keyDate.id}`
