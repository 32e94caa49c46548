import { z } from 'zod'
import { day, inOrder, shortDay } from './dates.ts'
import { route } from './route.ts'
import { EntryFilter } from './schedule.ts'
import { id, text } from './text.ts'
import { Digest, Versions } from './versions.ts'

/** New days for one entry, to preview what they would move. */
export const MoveProposal = z
  .object(
    {
      id,
      startDate: text(40, 'Start date is required').pipe(day),
      endDate: text(40, 'End date is required').pipe(day),
      /** False if the successors stay where they are. */
      push: z.boolean('Must be true or false').optional(),
      /** Whether the successors also move earlier with it. */
      pull: z.boolean('Must be true or false').optional(),
    },
    'Send the entry and its days',
  )
  .refine(({ startDate, endDate }) => inOrder(startDate, endDate), {
    path: ['endDate'],
    message: 'The end date cannot be before the start date',
  })
export type MoveProposal = z.output<typeof MoveProposal>

/** An entry that would move, with its current and its new days. */
const EntryMove = z.object({
  id,
  jobId: id,
  title: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  newStartDate: z.iso.date(),
  newEndDate: z.iso.date(),
})

/** An entry that would start too early and is not moved. */
const MoveConflict = z.object({
  id,
  title: z.string(),
  startDate: z.iso.date(),
  /**
   * Why it is not moved: these are its proposed days, the other entry moves alone, its date is
   * fixed, …
   */
  reason: z.enum(['proposed', 'alone', 'fixed', 'completed', 'cancelled']),
  predecessorId: id,
  predecessorTitle: z.string(),
  /** The first day on which it could start. */
  earliest: z.iso.date(),
})
export type MoveConflict = z.infer<typeof MoveConflict>

/** The effect of a move on a job: its last day before and after. */
const JobFinish = z.object({
  jobId: id,
  jobName: z.string(),
  finishBefore: z.iso.date(),
  finishAfter: z.iso.date(),
  /** The client, who sees the new finish; null without one. */
  clientName: z.string().nullable(),
})
export type JobFinish = z.infer<typeof JobFinish>

/** The entries that new days would move, and the consequences. */
export const MovePreview = z.object({
  /** `3 entries move, finish goes from May 2 to May 6`. */
  summary: z.string(),
  /** All entries that move, by their new start, including the proposed ones. */
  moves: z.array(EntryMove),
  conflicts: z.array(MoveConflict),
  jobs: z.array(JobFinish),
  /** The subs who would be booked twice, as text; at most five. */
  clashes: z.array(z.string()),
  /** The versions it was calculated with, to be sent back when the move is applied. */
  versions: Versions,
  /** A hash of the moves, sent back as well. */
  digest: z.string(),
})
export type MovePreview = z.infer<typeof MovePreview>

/**
 * The number of entries that move and the new finish: `3 entries move, finish goes from May 2 to
 * May 6`. `today` is the day in the time zone of the company.
 */
export function moveSummary(
  moved: number,
  jobs: readonly Pick<JobFinish, 'finishBefore' | 'finishAfter'>[],
  today: string,
): string {
  const [job] = jobs
  if (moved === 0 || !job) return 'Nothing moves'
  const entries = moved === 1 ? '1 entry moves' : `${moved} entries move`
  if (jobs.length > 1) return `${entries} on ${jobs.length} jobs`
  const { finishBefore, finishAfter } = job
  const before = shortDay(finishBefore, today, finishAfter)
  const after = shortDay(finishAfter, today, finishBefore)
  return before === after
    ? `${entries}, finish stays ${after}`
    : `${entries}, finish goes from ${before} to ${after}`
}

/** A move that was made. */
const MadeMove = z.object({
  moveId: id,
  /** The number of entries that moved. */
  moved: z.number().int(),
})

/** The slack of an entry. */
const Slack = z.object({
  id,
  /** The working days by which it may end later before its job does; 0 on the critical path. */
  slackDays: z.number().int(),
})

/** A day on which outdoor work stops. */
const WeatherDay = z.object({ day: z.iso.date(), markedByName: z.string() })
export type WeatherDay = z.infer<typeof WeatherDay>

/** A day to mark. With `push` the outdoor work on it moves, as shown in the preview. */
const NewWeatherDay = z
  .object(
    {
      day: text(40, 'Choose a day').pipe(day),
      push: z.boolean('Must be true or false').optional(),
      versions: Versions.optional(),
      digest: Digest.optional(),
    },
    'Send the day',
  )
  .refine(({ push, versions }) => !push || versions !== undefined, {
    path: ['versions'],
    message: 'Send the versions of the preview',
  })

export const scheduleMoveRoutes = {
  preview: route({
    method: 'POST',
    path: '/api/schedule/preview',
    summary: 'What new days of an entry would move; nothing is saved',
    may: 'schedule.update',
    body: MoveProposal,
    reply: MovePreview,
  }),
  slack: route({
    method: 'GET',
    path: '/api/schedule/slack',
    summary:
      'How much later the unfinished entries of the jobs of a period may end without their jobs ending later',
    may: 'schedule.slack',
    about: ['schedule'],
    keep: true,
    query: EntryFilter.pick({ jobId: true, from: true, to: true }),
    reply: z.array(Slack),
  }),
  undo: route({
    method: 'POST',
    path: '/api/schedule-moves/:id/undo',
    summary: 'Give the entries of a move the days back that they had before it',
    may: 'schedule.update',
    reply: MadeMove,
    fails: ['planChanged'],
  }),
  weatherDays: route({
    method: 'GET',
    path: '/api/weather-days',
    summary: 'The days of bad weather of a period',
    may: 'schedule.weather',
    about: ['schedule'],
    keep: true,
    query: z.object({ from: day.optional(), to: day.optional() }),
    reply: z.array(WeatherDay),
  }),
  weatherPreview: route({
    method: 'POST',
    path: '/api/weather-days/preview',
    summary: 'What would move if a day were bad for work outdoors; nothing is saved',
    may: 'schedule.update',
    body: z.object({ day: text(40, 'Choose a day').pipe(day) }, 'Send the day'),
    reply: MovePreview,
  }),
  markWeather: route({
    method: 'POST',
    path: '/api/weather-days',
    summary: 'Mark a day as bad for work outdoors, and with `push` move that work',
    may: 'schedule.update',
    body: NewWeatherDay,
    reply: z.object({ day: z.iso.date(), move: MadeMove.nullable() }),
    status: 201,
    fails: ['planChanged'],
  }),
  clearWeather: route({
    method: 'DELETE',
    path: '/api/weather-days/:day',
    summary: 'Take back that a day is bad for work outdoors; entries stay where they are',
    may: 'schedule.update',
    reply: z.void(),
    status: 204,
  }),
}
