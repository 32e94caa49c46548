import { addDays, dayIn, formatDay } from '@plumbline/contract/dates.ts'
import type { Notification } from '@plumbline/contract/notifications.ts'

interface Day {
  /** `Today`, `Yesterday`, or the date. */
  readonly title: string
  readonly notifications: readonly Notification[]
}

/** Groups notifications, newest first, by the calendar day of their last update in `timeZone`. */
export function byDay(
  notifications: readonly Notification[],
  timeZone: string,
  now: Date,
): readonly Day[] {
  const today = dayIn(timeZone, now)
  const days = new Map<string, Notification[]>()
  for (const notification of notifications) {
    const day = dayIn(timeZone, new Date(notification.updatedAt))
    const ofDay = days.get(day) ?? []
    days.set(day, ofDay)
    ofDay.push(notification)
  }
  const titleOf = (day: string) =>
    day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : formatDay(day)
  return [...days].map(([day, ofDay]) => ({ title: titleOf(day), notifications: ofDay }))
}
