import { z } from 'zod'
import { chosenPhotos } from './chosenPhotos.ts'
import { addDays, day, shortDay, weekdayOf } from './dates.ts'
import { route } from './route.ts'
import { id, text } from './text.ts'

export const MAX_UPDATE = 10_000
/** The most photos in an update. */
export const MAX_UPDATE_PHOTOS = 12
/** The most updates listed at once: four years of a job. */
export const MAX_UPDATES_LISTED = 200

const FRIDAY = 5

/** The week of a calendar day, from Saturday to Friday, identified by its Friday. */
export const weekOf = (value: string): string => addDays(value, (FRIDAY - weekdayOf(value) + 7) % 7)

/**
 * The days of a week, by its Friday: `Nov 14 to 20`, or `Nov 28 to Dec 4` across the end of a
 * month. Across the end of a year both days have theirs.
 */
export function weekText(week: string): string {
  const first = addDays(week, -6)
  const isOneMonth = first.slice(0, 7) === week.slice(0, 7)
  const last = isOneMonth ? String(Number(week.slice(8))) : shortDay(week, first)
  return `${shortDay(first, week)} to ${last}`
}

/**
 * Whether the client of a job is emailed an update, or why not: there is no mail server or no
 * public address for links, they have no email address, theirs was refused, or they have turned
 * emails off.
 */
export const emailOutcomes = [
  'sent',
  'noServer',
  'noPublicUrl',
  'noAddress',
  'refused',
  'off',
] as const
export type EmailOutcome = (typeof emailOutcomes)[number]

/**
 * The report about one week for the client of a job: a draft until an admin sends it, then stored
 * as it was sent.
 */
export const WeeklyUpdate = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  /** The Friday it was drafted for. */
  week: z.iso.date(),
  text: z.string(),
  /** Photos that the client sees, in order. */
  photoIds: z.array(id),
  /** Null for a draft. */
  sentAt: z.iso.datetime().nullable(),
  sentByName: z.string().nullable(),
  /**
   * Whether the client of the job receives it by email; null without a client, and for all but
   * admins.
   */
  byEmail: z.enum(emailOutcomes).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WeeklyUpdate = z.infer<typeof WeeklyUpdate>

/** Only the fields sent are changed. */
export const WeeklyUpdateChange = z.object(
  {
    text: text(MAX_UPDATE, 'Write what happened').optional(),
    photoIds: chosenPhotos(MAX_UPDATE_PHOTOS).optional(),
  },
  'Send the change as an object',
)
export type WeeklyUpdateChange = z.output<typeof WeeklyUpdateChange>

export const weeklyUpdateRoutes = {
  ofJob: route({
    method: 'GET',
    path: '/api/jobs/:id/weekly-updates',
    summary:
      'The weekly updates of a job, newest first, at most 200; its client reads those that were sent',
    may: 'update.list',
    about: ['update', 'photo'],
    keep: true,
    reply: z.array(WeeklyUpdate),
  }),
  drafts: route({
    method: 'GET',
    path: '/api/weekly-updates/drafts',
    summary: 'The drafts of all jobs that were not sent yet, newest week first, at most 200',
    may: 'update.write',
    about: ['update'],
    keep: false,
    reply: z.array(WeeklyUpdate),
  }),
  create: route({
    method: 'POST',
    path: '/api/jobs/:id/weekly-updates',
    summary: 'Draft the update of the week that contains a day, from what is recorded of the job',
    may: 'update.write',
    body: z.object({ day }, 'Send day'),
    reply: WeeklyUpdate,
    status: 201,
    fails: ['updateExists'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/weekly-updates/:id',
    summary: 'Change a draft',
    may: 'update.write',
    body: WeeklyUpdateChange,
    reply: WeeklyUpdate,
    fails: ['updateSent', 'stale'],
  }),
  send: route({
    method: 'POST',
    path: '/api/weekly-updates/:id/send',
    summary: 'Share a draft with the client of its job, by email too where they receive them',
    may: 'update.write',
    reply: WeeklyUpdate,
    fails: ['updateSent', 'clientMissing', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/weekly-updates/:id',
    summary: 'Delete a draft',
    may: 'update.write',
    reply: z.void(),
    status: 204,
    fails: ['updateSent'],
  }),
}
