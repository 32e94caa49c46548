import { z } from 'zod'
import { day } from './dates.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/**
 * A day of a job that a calendar shows: its start, the day it is due, or the deadline of one of the
 * person's own tasks.
 */
export const KeyDate = z.object({
  kind: z.enum(['job_start', 'job_due', 'task_deadline']),
  /** The job or the task. */
  id,
  jobId: id,
  jobName: z.string(),
  /** The name of the job or the task. */
  title: z.string(),
  /** The day of a task is in the company's time zone. */
  day: z.iso.date(),
  /** The status of the job or the task. */
  status: z.string(),
})
export type KeyDate = z.infer<typeof KeyDate>

/** The most key dates in one period. */
export const KEY_DATE_LIMIT = 2000

export const KeyDateFilter = z.object({
  /** The first and the last day, both included. */
  from: day.optional(),
  to: day.optional(),
  jobId: id.optional(),
  /** Only key dates of jobs and tasks of this status. */
  status: z.string('Choose a status').max(20, 'Choose a status').optional(),
  /** Only days by which something is due: starts and completed work are left out. */
  deadlines: z.literal('true', 'deadlines is true or left out').optional(),
  limit: pageQuery.limit,
})
export type KeyDateFilter = z.output<typeof KeyDateFilter>

export const keyDateRoutes = {
  list: route({
    method: 'GET',
    path: '/api/key-dates',
    summary: `The starts and due days of jobs in a period, for a sub also the deadlines of their tasks: the first ${KEY_DATE_LIMIT} by day`,
    may: 'schedule.list',
    about: ['task', 'schedule', 'bid'],
    keep: true,
    query: KeyDateFilter,
    reply: z.array(KeyDate),
  }),
}
