import { TZDate } from '@date-fns/tz'
import { isDay } from '@plumbline/contract/dates.ts'
import { format } from 'date-fns'

/**
 * A submitted deadline as a point in time. A calendar day stands for 23:59:59 on that day in the
 * company's time zone.
 */
export function deadlineOf(sent: string | null, timeZone: string): Date | null {
  if (sent === null) return null
  if (!isDay(sent)) return new Date(sent)
  const [year = 0, month = 1, day = 1] = sent.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, day, 23, 59, 59, timeZone).getTime())
}

/** A deadline as text in the company's time zone. The time is omitted at the end of the day. */
export function formatDeadline(at: Date, timeZone: string): string {
  const local = new TZDate(at.getTime(), timeZone)
  return format(
    local,
    format(local, 'HH:mm:ss') === '23:59:59' ? 'MMM d, yyyy' : 'MMM d, yyyy, h:mm a',
  )
}
