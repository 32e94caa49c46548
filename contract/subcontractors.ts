import { z } from 'zod'
import { jobStatuses } from './jobs.ts'
import { pageQuery } from './page.ts'
import { Member } from './people.ts'
import { route } from './route.ts'
import { scheduleStatuses } from './schedule.ts'
import { taskStatuses } from './tasks.ts'
import { id, optionalText } from './text.ts'

/** The possible scores for a job, best last. */
export const scores = [1, 2, 3, 4, 5] as const

/** A sub as the contractor knows them. */
export const Subcontractor = z.object({
  ...Member.shape,
  /** The number of jobs they are or were on, up to 1,000 (`countLimits.ts`). */
  jobCount: z.number().int(),
  /** The mean of the scores they were given, 1 to 5 with two decimals; null without any. */
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
})
export type Subcontractor = z.infer<typeof Subcontractor>

/** An admin's rating of a sub's work on one job. */
export const JobRating = z.object({
  jobId: id,
  subcontractorId: id,
  score: z.number().int(),
  note: z.string().nullable(),
  ratedById: id,
  /** The person who last changed it, who may have left. */
  ratedByName: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type JobRating = z.infer<typeof JobRating>

const INVALID_SCORE = 'Choose a rating from 1 to 5'

export const NewJobRating = z.object(
  {
    score: z.number(INVALID_SCORE).int(INVALID_SCORE).min(1, INVALID_SCORE).max(5, INVALID_SCORE),
    note: optionalText(2000).optional(),
  },
  'Send score and note',
)
export type NewJobRating = z.output<typeof NewJobRating>

/** A job a sub is or was on. */
export const SubcontractorJob = z.object({
  id,
  name: z.string(),
  address: z.string(),
  status: z.enum(jobStatuses),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  /** False if they were taken off it. */
  isOn: z.boolean(),
  rating: JobRating.nullable(),
})
export type SubcontractorJob = z.infer<typeof SubcontractorJob>

/**
 * Notes about a sub that only admins read. They have a version even before anything is written, so
 * that no edit is lost.
 */
export const PrivateNotes = z.object({
  text: z.string().nullable(),
  /** The person who last changed them; null before the first change. */
  updatedByName: z.string().nullable(),
  updatedAt: z.iso.datetime(),
})
export type PrivateNotes = z.infer<typeof PrivateNotes>

export const NotesChange = z.object({ text: optionalText(10_000) }, 'Send text')
export type NotesChange = z.output<typeof NotesChange>

/** The most bookings and the most tasks listed in a profile. */
export const PROFILE_ROWS = 10

/** A sub with upcoming bookings, open tasks and notes; the jobs are a separate list. */
export const SubcontractorProfile = z.object({
  ...Subcontractor.shape,
  /**
   * The next entries that are neither completed nor canceled: assigned to them, or with a crew day
   * of theirs from today on.
   */
  bookings: z.array(
    z.object({
      id,
      jobId: id,
      jobName: z.string(),
      title: z.string(),
      startDate: z.iso.date(),
      endDate: z.iso.date(),
      status: z.enum(scheduleStatuses),
    }),
  ),
  bookingCount: z.number().int(),
  /** The open tasks, by deadline; tasks without one come last. */
  tasks: z.array(
    z.object({
      id,
      jobId: id,
      jobName: z.string(),
      name: z.string(),
      status: z.enum(taskStatuses),
      deadline: z.iso.datetime().nullable(),
    }),
  ),
  taskCount: z.number().int(),
  notes: PrivateNotes,
})
export type SubcontractorProfile = z.infer<typeof SubcontractorProfile>

export const SubcontractorFilter = z.object(pageQuery)
export type SubcontractorFilter = z.output<typeof SubcontractorFilter>

export const SubcontractorJobFilter = z.object({ limit: pageQuery.limit, after: pageQuery.after })
export type SubcontractorJobFilter = z.output<typeof SubcontractorJobFilter>

export const subcontractorRoutes = {
  list: route({
    method: 'GET',
    path: '/api/subcontractors',
    summary: 'The subs by last name',
    may: 'person.directory',
    about: ['task', 'schedule', 'rating', 'notes'],
    keep: true,
    query: SubcontractorFilter,
    reply: z.array(Subcontractor),
  }),
  one: route({
    method: 'GET',
    path: '/api/subcontractors/:id',
    summary: 'A sub with their figures, next bookings, open tasks and private notes',
    may: 'subcontractor.read',
    about: ['task', 'schedule', 'rating', 'notes'],
    keep: true,
    reply: SubcontractorProfile,
  }),
  jobs: route({
    method: 'GET',
    path: '/api/subcontractors/:id/jobs',
    summary: 'The jobs a sub is or was on, newest first, each with its rating',
    may: 'subcontractor.read',
    about: ['task', 'schedule', 'rating', 'notes'],
    keep: true,
    query: SubcontractorJobFilter,
    reply: z.array(SubcontractorJob),
  }),
  saveNotes: route({
    method: 'PUT',
    path: '/api/subcontractors/:id/notes',
    summary: 'Write the private notes of a sub',
    may: 'subcontractor.notes',
    body: NotesChange,
    reply: PrivateNotes,
    fails: ['stale'],
  }),
  rate: route({
    method: 'PUT',
    path: '/api/jobs/:id/ratings/:userId',
    summary: 'Rate a sub for a job they are or were on; a second time changes the rating',
    may: 'rating.write',
    body: NewJobRating,
    reply: JobRating,
    fails: ['stale'],
  }),
  removeRating: route({
    method: 'DELETE',
    path: '/api/jobs/:id/ratings/:userId',
    summary: 'Delete the rating of a sub for a job',
    may: 'rating.delete',
    reply: z.void(),
    status: 204,
    fails: ['stale'],
  }),
}
