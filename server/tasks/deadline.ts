import { TZDate } from '@date-fns/tz'
import { isDay } from '@plumbline/contract/dates.ts'
import { format } from 'date-fns'

/** A deadline as it was sent, as a moment: a calendar day lasts until 23:59:59 in the company's time zone. */
export function deadlineOf(sent: string | null, timeZone: string): Date | null {
  if (sent === null) return null
  if (!isDay(sent)) return new Date(sent)
  const [year = 0, month = 1, day = 1] = sent.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, day, 23, 59, 59, timeZone).getTime())
}

/** A deadline for reading, in the company's time zone; the time only when it is not the end of the day. */
export function formatDeadline(at: Date, timeZone: string): string {
  const local = new TZDate(at.getTime(), timeZone)
  return format(
    local,
    format(local, 'HH:mm:ss') === '23:59:59' ? 'MMM d, yyyy' : 'MMM d, yyyy, h:mm a',
  )
}
