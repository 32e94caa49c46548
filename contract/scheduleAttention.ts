import { z } from 'zod'
import { route } from './route.ts'
import { scheduleStatuses } from './schedule.ts'
import { id } from './text.ts'

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    /** The total number. */
    count: z.number().int(),
    /** The first items, most urgent first. */
    first: z.array(item),
  })

/** The problems on the schedules of all jobs: what went wrong before what is only open. */
export const ScheduleAttention = z.object({
  /** Subs with two bookings at the same time, within the next weeks. */
  doubleBookings: listOf(
    z.object({
      crewDayId: id,
      subcontractorName: z.string(),
      day: z.iso.date(),
      entryTitles: z.array(z.string()),
    }),
  ),
  /** Unfinished entries past their last day, counted up to {@link LATE_COUNTED_TO}. */
  lateEntries: listOf(
    z.object({ id, title: z.string(), jobName: z.string(), daysLate: z.number().int() }),
  ),
  /**
   * Entries planned earlier than a predecessor and the lag allow, or due while the predecessor is
   * not finished.
   */
  missedPredecessors: listOf(
    z.object({
      id,
      title: z.string(),
      jobName: z.string(),
      startDate: z.iso.date(),
      predecessorTitle: z.string(),
      predecessorEndDate: z.iso.date(),
      /** Working days between the two; negative if they overlap. */
      lagDays: z.number().int(),
      /** The first day on which it could start. */
      earliest: z.iso.date(),
    }),
  ),
  /** Days that a sub declined, within the next weeks. */
  declined: listOf(
    z.object({
      crewDayId: id,
      entryId: id,
      entryTitle: z.string(),
      jobName: z.string(),
      subcontractorId: id,
      subcontractorName: z.string(),
      day: z.iso.date(),
      reason: z.string().nullable(),
    }),
  ),
  /** The number of days within the next weeks that nobody has answered yet. */
  unconfirmed: z.number().int(),
})
export type ScheduleAttention = z.infer<typeof ScheduleAttention>

/** The most jobs one request may ask about. */
export const MAX_CURRENT_JOBS = 100

const jobIds = z
  .string('Send ids of jobs with commas between')
  .transform((ids) => ids.split(','))
  .pipe(z.array(id).max(MAX_CURRENT_JOBS, `At most ${MAX_CURRENT_JOBS} jobs at once`))

/** The current entry of a job: the one in progress, or else the next open one. */
export const CurrentEntry = z.object({
  jobId: id,
  id,
  title: z.string(),
  status: z.enum(scheduleStatuses),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** Delayed, or past its last day in the company's time zone. */
  isLate: z.boolean(),
})
export type CurrentEntry = z.infer<typeof CurrentEntry>

export const scheduleAttentionRoutes = {
  current: route({
    method: 'GET',
    path: '/api/schedule/current',
    summary: 'What unfinished jobs are at, of up to 100 of them; without jobIds of the newest',
    may: 'schedule.attention',
    about: ['schedule'],
    keep: true,
    query: z.object({ jobIds: jobIds.optional() }),
    reply: z.array(CurrentEntry),
  }),
  read: route({
    method: 'GET',
    path: '/api/schedule/attention',
    summary:
      'What is not in order on the schedules: double bookings, late entries, missed predecessors, answers of subs',
    may: 'schedule.attention',
    about: ['schedule'],
    keep: true,
    query: z.object({
      /** The most items listed of each kind. */
      limit: z.coerce.number('Enter a number').int().min(1).max(50).default(50),
    }),
    reply: ScheduleAttention,
  }),
}
