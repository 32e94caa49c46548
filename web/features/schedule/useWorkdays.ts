import type { Workdays } from '@plumbline/contract/push.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { useWorkCalendar } from '../../screens/workCalendar.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The days marked as bad for outdoor work, from the year before to two years after the year of a
 * day. Empty for people who may not see them.
 */
export function useWeatherDays(around: string): ReadonlySet<string> {
  const may = useMay()
  const year = Number(around.slice(0, 4))
  const { data } = useQuery({
    ...query(scheduleMoveRoutes.weatherDays, {
      query: { from: `${year - 1}-01-01`, to: `${year + 2}-12-31` },
    }),
    enabled: may('schedule.weather'),
  })
  return useMemo(() => (data ? new Set(data.map(({ day }) => day)) : none), [data])
}

/** The working days of the company around a day, as the rules for moves count them. */
export function useWorkdays(around: string): Workdays {
  const company = useCompany()
  const all = useWorkCalendar()
  const wet = useWeatherDays(around)
  return useMemo(() => ({ all, outdoors: workCalendar(company, wet) }), [all, company, wet])
}
