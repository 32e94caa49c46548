import { addDays, formatWeekday } from '@plumbline/contract/dates.ts'

/**
 * The heading of a group of items by calendar day: `Today`, `Yesterday`, `Mon, Nov 16`, with the
 * year if it is not the current one.
 */
export function dayHeading(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatWeekday(day, today)
}
