import { formatTime } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { type ScheduleDay, scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { useToday, weekdayOfDay } from '../../screens/days.ts'
import { useWorkCalendar } from '../../screens/workCalendar.ts'
import { plural } from '../../ui/format.ts'
import type { PlanFilter } from './api.ts'

type Filter = Pick<PlanFilter, 'status' | 'jobId' | 'subcontractorId'>

/** Who works on a day that is not a working day, and who comes next. Not asked on a working day. */
export function useDayOffPlan(day: string, filter: Filter) {
  const isOff = !useWorkCalendar().isWorkday(day)
  const { data, isLoading } = useQuery({
    ...query(scheduleWeekRoutes.day, { query: { ...filter, day } }),
    enabled: isOff,
  })
  return { plan: isOff ? data : undefined, isLoading }
}

/** `Nobody works Friday`. */
export const nobodyText = (day: string) => `Nobody works ${weekdayOfDay(day)}`

/** `Tom is back Mon, Nov 30, 8 AM`; undefined if nobody comes back. */
export function backText({ back }: ScheduleDay, today: string): string | undefined {
  if (!back) return undefined
  const { day, startTime, name, others } = back
  const when = `${formatWeekday(day, today)}, ${formatTime(startTime)}`
  if (!name) return `Work goes on ${when}`
  if (others === 0) return `${name} is back ${when}`
  return `${name} and ${plural(others, 'other', 'others')} are back ${when}`
}

/** Says on a day off that nobody works, and when work goes on. Undefined otherwise. */
export function useDayOffText(jobId?: string): string | undefined {
  const today = useToday()
  const { plan } = useDayOffPlan(today, { jobId })
  const back = plan?.workedIds.length === 0 && backText(plan, today)
  return back ? `${nobodyText(today)}. ${back}.` : undefined
}

/** The text of a day off for a job. Renders nothing otherwise. */
export function DayOffLine({ jobId, className }: { jobId: string; className: string }) {
  const text = useDayOffText(jobId)
  return text && <p className={className}>{text}</p>
}
