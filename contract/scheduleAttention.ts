import { z } from 'zod'
import { route } from './route.ts'
import { id } from './text.ts'

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    /** How many there are in all. */
    count: z.number().int(),
    /** The first of them, most urgent first. */
    first: z.array(item),
  })

/** What is not in order on the schedules of all jobs: what went wrong before what is only open. */
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
  /** Unfinished, and past their last day; they are counted up to {@link LATE_COUNTED_TO}. */
  lateEntries: listOf(
    z.object({ id, title: z.string(), jobName: z.string(), daysLate: z.number().int() }),
  ),
  /** Planned before an entry that they wait for and the lag let them, or due while that one is not finished. */
  missedPredecessors: listOf(
    z.object({
      id,
      title: z.string(),
      jobName: z.string(),
      startDate: z.iso.date(),
      predecessorTitle: z.string(),
      predecessorEndDate: z.iso.date(),
      /** Working days between the two; negative where they overlap. */
      lagDays: z.number().int(),
      /** The first day on which it could start. */
      earliest: z.iso.date(),
    }),
  ),
  /** Days that a sub declined, within the next weeks. */
  declined: listOf(
    z.object({
      entryId: id,
      entryTitle: z.string(),
      jobName: z.string(),
      subcontractorId: id,
      subcontractorName: z.string(),
      day: z.iso.date(),
      reason: z.string().nullable(),
    }),
  ),
  /** Days within the next weeks that nobody has answered yet. */
  unconfirmed: z.number().int(),
})
export type ScheduleAttention = z.infer<typeof ScheduleAttention>

export const scheduleAttentionRoutes = {
  read: route({
    method: 'GET',
    path: '/api/schedule/attention',
    summary:
      'What is not in order on the schedules: double bookings, late entries, missed predecessors, answers of subs',
    may: 'schedule.attention',
    query: z.object({
      /** How many of each kind are listed. */
      limit: z.coerce.number('Enter a number').int().min(1).max(50).default(50),
    }),
    reply: ScheduleAttention,
  }),
}
