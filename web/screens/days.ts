import { dayIn, weekdayOf } from '@plumbline/contract/dates.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCompany } from '../api/company.ts'

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

const utcFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const longFormat = utcFormat({
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})
const monthFormat = utcFormat({ month: 'long', year: 'numeric' })

/** A day as `Thursday, Nov 19, 2026`. */
export const longDay = (day: string): string => longFormat.format(asDate(day))

const weekdayFormat = utcFormat({ weekday: 'long' })

/** The weekday of a day, as `Thursday`. */
export const weekdayOfDay = (day: string): string => weekdayFormat.format(asDate(day))

/** The month of a day, as `November 2026`. */
export const monthName = (day: string): string => monthFormat.format(asDate(day))

const UPDATE_INTERVAL_MS = MINUTE_MS

/** Today in the company's time zone, `YYYY-MM-DD`. It is updated while a screen stays open. */
export function useToday(): string {
  const { timeZone } = useCompany()
  const [today, setToday] = useState(() => dayIn(timeZone, new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayIn(timeZone, new Date())), UPDATE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}

/**
 * The reason why a day is not a working day: `Weekend`, or the name of a holiday; undefined on a
 * working day.
 */
export function useDayOff(): (day: string) => string | undefined {
  const { workingDays, holidays } = useCompany()
  const names = useMemo(() => new Map(holidays.map(({ day, name }) => [day, name])), [holidays])
  return useCallback(
    (day: string) =>
      names.get(day) ?? (workingDays.includes(weekdayOf(day) || 7) ? undefined : 'Weekend'),
    [names, workingDays],
  )
}
