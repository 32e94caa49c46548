import { addDays, dayIn, formatDay, zonedFormat } from '@plumbline/contract/dates.ts'
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

const clock = zonedFormat('en-US', { timeStyle: 'short' })

/** The time of day of a moment, `3:05 PM`. */
export const timeOf = (iso: string, timeZone: string) =>
  // Runtimes use different kinds of space before PM.
  clock(timeZone).format(new Date(iso)).replace('\u202f', ' ')
