import { z } from 'zod'
import { day, inOrder } from './dates.ts'
import { route } from './route.ts'
import { scheduleStatuses, scheduleTypes } from './schedule.ts'
import { id } from './text.ts'

/** How many jobs a week lists at most. */
export const WEEK_JOBS = 8

/** An entry as the week of the office draws it. */
const WeekEntry = z.object({
  id,
  title: z.string(),
  scheduleType: z.enum(scheduleTypes),
  status: z.enum(scheduleStatuses),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  subcontractorId: id.nullable(),
  /** Of the sub it is assigned to, or of those who are booked for it in the period; null without any. */
  subcontractorName: z.string().nullable(),
  /** Somebody has not answered yet for one of its days in the period. */
  unconfirmed: z.boolean(),
})
export type WeekEntry = z.infer<typeof WeekEntry>

/** What is planned in a period, by job. */
export const ScheduleWeek = z.object({
  /** Those whose first entry of the period begins earliest. */
  jobs: z.array(z.object({ id, name: z.string(), entries: z.array(WeekEntry) })),
  /** How many jobs have entries in the period. */
  jobCount: z.number().int(),
})
export type ScheduleWeek = z.infer<typeof ScheduleWeek>

export const scheduleWeekRoutes = {
  read: route({
    method: 'GET',
    path: '/api/schedule/week',
    summary: `What is done on which job, and by whom, from one day to another: at most ${WEEK_JOBS} jobs`,
    may: 'schedule.week',
    about: ['schedule'],
    keep: true,
    /** The week of today, from Sunday to Saturday, where a day is left out. */
    query: z
      .object({ from: day.optional(), to: day.optional() })
      .refine(({ from, to }) => inOrder(from, to), {
        path: ['to'],
        message: 'The last day cannot be before the first',
      }),
    reply: ScheduleWeek,
  }),
}
