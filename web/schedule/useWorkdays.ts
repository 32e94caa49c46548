import { addDays } from '@plumbline/contract/dates.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCompany } from '../api/company.ts'
import { useMay } from '../api/me.ts'
import { query } from '../api/query.ts'
import { useToday } from './days.ts'

/** How far back the days of bad weather are known. */
const YEAR = 366

const none: ReadonlySet<string> = new Set()

/** The days that are marked as bad for work outdoors, to those who may know of them. */
export function useWeatherDays(): ReadonlySet<string> {
  const may = useMay()
  const from = addDays(useToday(), -YEAR)
  const { data } = useQuery({
    ...query(scheduleMoveRoutes.weatherDays, { query: { from } }),
    enabled: may('schedule.weather'),
  })
  return useMemo(() => (data ? new Set(data.map(({ day }) => day)) : none), [data])
}

/** The working days of the company, as the rules of moving count them. */
export function useWorkdays(): Workdays {
  const company = useCompany()
  const wet = useWeatherDays()
  return useMemo(
    () => ({ all: workCalendar(company), outdoors: workCalendar(company, wet) }),
    [company, wet],
  )
}
