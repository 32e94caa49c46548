import { dayIn, shortDay, weekdayOf } from '@plumbline/contract/dates.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCompany } from '../api/company.ts'

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const withYear = inUtc({ month: 'short', day: 'numeric', year: 'numeric' })
const long = inUtc({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })
const month = inUtc({ month: 'long', year: 'numeric' })

/** `Thursday, Nov 19, 2026`. */
export const longDay = (day: string): string => long.format(asDate(day))

/** `November 2026`. */
export const monthName = (day: string): string => month.format(asDate(day))

/** `Nov 19 – Nov 20`, of one day `Nov 19`. */
export const shortSpan = (start: string, end: string): string =>
  start === end ? shortDay(start) : `${shortDay(start)} – ${shortDay(end)}`

/** `Nov 15 – 21, 2026`. */
export const periodName = (first: string, last: string): string =>
  // Runtimes differ in the spaces around the dash.
  withYear.formatRange(asDate(first), asDate(last)).replaceAll(/\s/gu, ' ')

const MINUTE = 60_000

/** Today in the company's time zone; a screen that stays open follows it. */
export function useToday(): string {
  const { timeZone } = useCompany()
  const [today, setToday] = useState(() => dayIn(timeZone, new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayIn(timeZone, new Date())), MINUTE)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}

/** Why nobody works on a day: `Weekend`, or the name of a holiday; undefined on a working day. */
export function useDayOff(): (day: string) => string | undefined {
  const { workingDays, holidays } = useCompany()
  const names = useMemo(() => new Map(holidays.map(({ day, name }) => [day, name])), [holidays])
  return useCallback(
    (day: string) =>
      names.get(day) ?? (workingDays.includes(weekdayOf(day) || 7) ? undefined : 'Weekend'),
    [names, workingDays],
  )
}
