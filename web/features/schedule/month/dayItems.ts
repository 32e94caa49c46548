import type { PlannedAppointment } from '@plumbline/contract/appointments.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import type { KeyDate } from '@plumbline/contract/keyDates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { urgencyOf } from '../urgency.ts'

/** An item of a day: a key date of a job or task, an appointment, or an entry that covers it. */
export type DayItem =
  | { readonly kind: KeyDate['kind']; readonly keyDate: KeyDate }
  | { readonly kind: 'appointment'; readonly appointment: PlannedAppointment }
  | { readonly kind: 'entry'; readonly entry: PlanEntry }

/** Deadlines come first, then starts, appointments, and entries. */
const order = ['job_due', 'task_deadline', 'job_start', 'appointment', 'entry']

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
  appointments: readonly (PlannedAppointment & { readonly day: string })[] = [],
): ReadonlyMap<string, readonly DayItem[]> {
  const days = new Map<string, DayItem[]>()
  for (let day = first; day <= last; day = addDays(day, 1)) days.set(day, [])
  for (const keyDate of keyDates) days.get(keyDate.day)?.push({ kind: keyDate.kind, keyDate })
  for (const appointment of appointments)
    days.get(appointment.day)?.push({ kind: 'appointment', appointment })
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

export function idOf(item: DayItem): string {
  if (item.kind === 'entry') return item.entry.id
  return item.kind === 'appointment' ? item.appointment.id : `${item.kind} ${item.keyDate.id}`
}
