import { z } from 'zod'
import { day, inOrder } from './dates.ts'
import { route } from './route.ts'
import { scheduleStatuses, scheduleTypes } from './schedule.ts'
import { id } from './text.ts'

/** The most jobs listed in a week. */
export const MAX_WEEK_JOBS = 8

/** An entry in the week view of the office. */
const WeekEntry = z.object({
  id,
  title: z.string(),
  scheduleType: z.enum(scheduleTypes),
  status: z.enum(scheduleStatuses),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  subcontractorId: id.nullable(),
  /**
   * The sub it is assigned to, or the subs who are booked for it in the period; null without any.
   */
  subcontractorName: z.string().nullable(),
  /** Whether somebody has not answered yet for one of its days in the period. */
  unconfirmed: z.boolean(),
  /** The days in the period for which somebody is booked, in order. */
  bookedDays: z.array(z.iso.date()),
})
export type WeekEntry = z.infer<typeof WeekEntry>

/** The planned entries of a period, by job. */
export const ScheduleWeek = z.object({
  /** The jobs whose first entry of the period begins earliest. */
  jobs: z.array(z.object({ id, name: z.string(), entries: z.array(WeekEntry) })),
  /** The number of jobs that have entries in the period. */
  jobCount: z.number().int(),
})
export type ScheduleWeek = z.infer<typeof ScheduleWeek>

/** Who works on a day, and who comes next. */
export const ScheduleDay = z.object({
  /**
   * The entries of the day on which somebody is booked for it, or which have it among their working
   * days.
   */
  workedIds: z.array(id),
  /** The next day on which work on an open entry of this day goes on; null if it does not. */
  back: z
    .object({
      day: z.iso.date(),
      /** `08:00`. */
      startTime: z.string(),
      /** Who comes first then; null without a sub, and for clients who may not see subs. */
      name: z.string().nullable(),
      /** The number of other people who come on that day. */
      others: z.number().int(),
    })
    .nullable(),
})
export type ScheduleDay = z.infer<typeof ScheduleDay>

export const scheduleWeekRoutes = {
  day: route({
    method: 'GET',
    path: '/api/schedule/day',
    summary: 'The entries on which somebody works on a day, and who comes next',
    may: 'schedule.list',
    about: ['schedule'],
    keep: true,
    /** Today without a day. */
    query: z.object({
      day: day.optional(),
      status: z.enum(scheduleStatuses, 'Choose a status').optional(),
      jobId: id.optional(),
      subcontractorId: id.optional(),
    }),
    reply: ScheduleDay,
  }),
  read: route({
    method: 'GET',
    path: '/api/schedule/week',
    summary: `What is done on which job, and by whom, from one day to another: at most ${MAX_WEEK_JOBS} jobs`,
    may: 'schedule.week',
    about: ['schedule'],
    keep: true,
    /** An omitted day is taken from the current week, from Sunday to Saturday. */
    query: z
      .object({ from: day.optional(), to: day.optional() })
      .refine(({ from, to }) => inOrder(from, to), {
        path: ['to'],
        message: 'The last day cannot be before the first',
      }),
    reply: ScheduleWeek,
  }),
}
