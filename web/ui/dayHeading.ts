import { addDays, shortDay } from '@plumbline/contract/dates.ts'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/**
 * The heading of a group of items by calendar day: `Today`, `Yesterday`, `Mon, Nov 16`, with the
 * year if it is not the current one.
 */
export function dayHeading(day: string, today: string): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  const year = day.slice(0, 4)
  const name = `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${shortDay(day)}`
  return year === today.slice(0, 4) ? name : `${name}, ${year}`
}
