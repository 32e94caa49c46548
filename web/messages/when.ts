import { zonedFormat } from '@plumbline/contract/dates.ts'

const MS_PER_HOUR = 3_600_000

const formats = {
  time: zonedFormat('en-US', { timeStyle: 'short' }),
  weekday: zonedFormat('en-US', { weekday: 'short' }),
  day: zonedFormat('en-US', { month: 'short', day: 'numeric' }),
}

/** When a message came: under 24 h ago its time, under 168 h its weekday, otherwise month and day. */
export function messageTime(iso: string, now: number, timeZone: string): string {
  const hours = (now - Date.parse(iso)) / MS_PER_HOUR
  const format = hours < 24 ? formats.time : hours < 168 ? formats.weekday : formats.day
  // Runtimes differ in the space before PM.
  return format(timeZone).format(new Date(iso)).replace('\u202f', ' ')
}
