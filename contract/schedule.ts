import { z } from 'zod'
import { day, daysBetween, inOrder, optionalDay } from './dates.ts'
import { enteredNumber } from './numbers.ts'
import { misspelledToo, pageQuery, uncounted } from './page.ts'
import { route } from './route.ts'
import { DaysLost, JobScheduleChange, ScheduleChange } from './scheduleHistory.ts'
import { id, line, optionalId, optionalText, text } from './text.ts'
import { Digest, Versions } from './versions.ts'

export const scheduleStatuses = [
  'scheduled',
  'in_progress',
  'completed',
  'delayed',
  'cancelled',
] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

export const schedulePriorities = ['low', 'medium', 'high', 'critical'] as const

export const scheduleTypes = ['task', 'milestone', 'inspection', 'delivery', 'meeting'] as const

/** Suggested reasons for a delay; any other text is allowed too. */
export const slipReasons = ['Weather', 'Material', 'Sub', 'Client', 'Inspection'] as const

const status = z.enum(scheduleStatuses, 'Choose a status')
const priority = z.enum(schedulePriorities, 'Choose a priority')
const scheduleType = z.enum(scheduleTypes, 'Choose a type')

/**
 * An entry. Clients get null for fields that only office and crew read (`entryReaders` in
 * readers.ts), and for the sub if the settings hide it.
 */
export const ScheduleEntry = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  scheduleType,
  startDate: z.iso.date(),
  /** Inclusive. */
  endDate: z.iso.date(),
  estimatedHours: z.number().nullable(),
  assignedSubcontractorId: id.nullable(),
  /** The sub it is assigned to, or without one the subs booked for it; null without any. */
  assignedSubcontractorName: z.string().nullable(),
  status,
  priority: priority.nullable(),
  /** The predecessors, on the same job. */
  dependsOnIds: z.array(id),
  /** The successors: the same dependencies seen from the other end. */
  blocksIds: z.array(id),
  /**
   * Working days between the end of a predecessor and the start of this entry, by the id of the
   * predecessor, if there are any; negative if they overlap.
   */
  lagDays: z.record(id, z.number().int()).nullable(),
  weatherDependent: z.boolean().nullable(),
  indoorWork: z.boolean().nullable(),
  percentComplete: z.number().int(),
  /** Whether it stays when other entries are pushed. */
  dateFixed: z.boolean().nullable(),
  /** The promised days; null if it was added later or nothing was promised. */
  baselineStartDate: z.iso.date().nullable(),
  baselineEndDate: z.iso.date().nullable(),
  actualStartDate: z.iso.date().nullable(),
  actualEndDate: z.iso.date().nullable(),
  actualHours: z.number().nullable(),
  reminderSent: z.boolean(),
  notifyClient: z.boolean(),
  /** Hidden from the client of the job. */
  internal: z.boolean(),
  notes: z.string().nullable(),
  completionNotes: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ScheduleEntry = z.infer<typeof ScheduleEntry>

/** The fields of an entry for calendars and charts: everything but its long texts. */
export const PlanEntry = ScheduleEntry.pick({
  id: true,
  jobId: true,
  jobName: true,
  title: true,
  scheduleType: true,
  startDate: true,
  endDate: true,
  estimatedHours: true,
  assignedSubcontractorId: true,
  assignedSubcontractorName: true,
  status: true,
  priority: true,
  dependsOnIds: true,
  lagDays: true,
  dateFixed: true,
  baselineStartDate: true,
  baselineEndDate: true,
  weatherDependent: true,
  indoorWork: true,
  percentComplete: true,
  internal: true,
  updatedAt: true,
})
export type PlanEntry = z.infer<typeof PlanEntry>

/** The most entries in a plan. */
export const PLAN_LIMIT = 5000

/** An entry after a write. */
export const WrittenEntry = z.object({
  ...ScheduleEntry.shape,
  /** Whether this write added the sub to the job. */
  addedToJob: z.boolean(),
  /** Warnings to show: a sub booked twice, a start before a predecessor's end. */
  warnings: z.array(z.string()),
  /** The move that gave it and others new days; null if no days changed. */
  moveId: id.nullable(),
  /** The number of entries that moved, including this one. */
  moved: z.number().int(),
})
export type WrittenEntry = z.infer<typeof WrittenEntry>

const requiredDay = (missing: string) => text(40, missing).pipe(day)
const hours = enteredNumber('Enter hours')
  .min(0, 'Hours cannot be negative')
  .max(99_999, 'At most 99999 hours')
const MAX_DEPENDENCIES = 100
const TOO_MANY = `At most ${MAX_DEPENDENCIES} entries`
const entryIds = z
  .array(id, 'Send a list of entries')
  .max(MAX_DEPENDENCIES, TOO_MANY)
  .transform((ids) => [...new Set(ids)])

const lags = z
  .record(
    id,
    enteredNumber('Enter days')
      .int('Whole days only')
      .min(-365, 'At least -365')
      .max(365, 'At most 365'),
    'Send days by the ids of entries',
  )
  .refine((days) => Object.keys(days).length <= MAX_DEPENDENCIES, TOO_MANY)

const fields = {
  title: line(200, 'Title is required'),
  description: optionalText(10_000).optional(),
  scheduleType: scheduleType.optional(),
  startDate: requiredDay('Start date is required'),
  endDate: requiredDay('End date is required'),
  estimatedHours: hours.optional(),
  assignedSubcontractorId: optionalId.optional(),
  status: status.optional(),
  priority: priority.optional(),
  dependsOnIds: entryIds.optional(),
  blocksIds: entryIds.optional(),
  lagDays: lags.optional(),
  dateFixed: z.boolean('Must be true or false').optional(),
  weatherDependent: z.boolean('Must be true or false').optional(),
  indoorWork: z.boolean('Must be true or false').optional(),
  percentComplete: z
    .number('Enter a percentage')
    .int('Whole percent only')
    .min(0, 'From 0 to 100')
    .max(100, 'From 0 to 100')
    .optional(),
  actualStartDate: optionalDay.optional(),
  actualEndDate: optionalDay.optional(),
  actualHours: hours.nullable().optional(),
  reminderSent: z.boolean('Must be true or false').optional(),
  notifyClient: z.boolean('Must be true or false').optional(),
  internal: z.boolean('Must be true or false').optional(),
  notes: optionalText(10_000).optional(),
  completionNotes: optionalText(10_000).optional(),
}

const END_BEFORE_START = 'The end date cannot be before the start date'
const TOO_LONG = 'An entry lasts at most ten years'
const MAX_DAYS = 3660
const isTooLong = (start: string | undefined, end: string | undefined) =>
  start !== undefined && end !== undefined && daysBetween(start, end) >= MAX_DAYS
const endsLast = { path: ['endDate'], message: END_BEFORE_START }
const endsInTime = { path: ['endDate'], message: TOO_LONG }
const actuallyEndsLast = { path: ['actualEndDate'], message: END_BEFORE_START }

export const NewEntry = z
  .object({ jobId: id, ...fields }, 'Send the entry as an object')
  .refine((entry) => inOrder(entry.startDate, entry.endDate), endsLast)
  .refine((entry) => !isTooLong(entry.startDate, entry.endDate), endsInTime)
  .refine((entry) => inOrder(entry.actualStartDate, entry.actualEndDate), actuallyEndsLast)
export type NewEntry = z.output<typeof NewEntry>

/** The reason, for the history. */
const reason = optionalText(1000).optional()

/** The form of an entry. */
export const EntryForm = NewEntry.safeExtend({ reason })

/** New days for an entry. */
export const EntryMove = z
  .object({ startDate: fields.startDate, endDate: fields.endDate, reason })
  .refine((entry) => inOrder(entry.startDate, entry.endDate), endsLast)
  .refine((entry) => !isTooLong(entry.startDate, entry.endDate), endsInTime)

/** Only the fields sent are changed; an entry stays on its job. */
export const EntryChange = z
  .object(
    {
      ...fields,
      jobId: id.optional(),
      title: fields.title.optional(),
      startDate: fields.startDate.optional(),
      endDate: fields.endDate.optional(),
      reason,
      /** Whether its successors move too; `versions` are those of the preview. */
      push: z.boolean('Must be true or false').optional(),
      /** Whether they also move earlier when it ends earlier. */
      pull: z.boolean('Must be true or false').optional(),
      versions: Versions.optional(),
      digest: Digest.optional(),
    },
    'Send the change as an object',
  )
  .refine(({ push, versions }) => !push || versions !== undefined, {
    path: ['versions'],
    message: 'Send the versions of the preview',
  })
  .refine(
    ({ push, dependsOnIds, blocksIds, lagDays }) =>
      !push || !(dependsOnIds || blocksIds || lagDays),
    { path: ['push'], message: 'Save the dependencies first' },
  )
  .refine(
    ({ push, status, dateFixed, weatherDependent, indoorWork }) =>
      !push ||
      [status, dateFixed, weatherDependent, indoorWork].every((value) => value === undefined),
    { path: ['push'], message: 'Save the status and the kind of work first' },
  )
  .refine((entry) => inOrder(entry.startDate, entry.endDate), endsLast)
  .refine((entry) => !isTooLong(entry.startDate, entry.endDate), endsInTime)
  .refine((entry) => inOrder(entry.actualStartDate, entry.actualEndDate), actuallyEndsLast)
export type EntryChange = z.output<typeof EntryChange>

interface Dates {
  readonly startDate: string
  readonly endDate: string
  readonly actualStartDate: string | null
  readonly actualEndDate: string | null
}

/** The problem by field if a change makes the dates invalid, given the dates before it. */
export function datesOutOfOrder(
  before: Dates,
  change: { readonly [F in keyof Dates]?: Dates[F] | undefined },
): { [field: string]: string } | undefined {
  const after = <F extends keyof Dates>(field: F) =>
    change[field] === undefined ? before[field] : change[field]
  if (!inOrder(after('startDate'), after('endDate'))) return { endDate: END_BEFORE_START }
  if (isTooLong(after('startDate'), after('endDate'))) return { endDate: TOO_LONG }
  return inOrder(after('actualStartDate'), after('actualEndDate'))
    ? undefined
    : { actualEndDate: END_BEFORE_START }
}

/** Whether the entry still has to be done. */
export const isOpenEntry = ({ status }: { readonly status: ScheduleStatus }) =>
  status !== 'completed' && status !== 'cancelled'

const filterDay = day.optional()

export const EntryFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  status: status.optional(),
  jobId: id.optional(),
  /** Entries that end on this day or later. */
  from: filterDay,
  /** Entries that start on this day or earlier. */
  to: filterDay,
  /** Entries that start on this day or later. */
  startsFrom: filterDay,
  subcontractorId: id.optional(),
})
export type EntryFilter = z.output<typeof EntryFilter>

export const PlanFilter = EntryFilter.omit({
  ...{ search: true, limit: true, after: true, total: true, alike: true },
})
export type PlanFilter = z.output<typeof PlanFilter>

export const scheduleRoutes = {
  ofJob: route({
    method: 'GET',
    path: '/api/jobs/:id/schedule',
    summary: 'The schedule of a job, by start',
    may: 'schedule.read',
    about: ['schedule'],
    keep: true,
    reply: z.array(ScheduleEntry),
  }),
  list: route({
    method: 'GET',
    path: '/api/schedule-entries',
    also: [{ method: 'GET', path: '/api/schedule' }],
    summary: 'The entries of the jobs the person may see, by start',
    may: 'schedule.list',
    about: ['schedule'],
    keep: true,
    query: EntryFilter,
    reply: z.array(ScheduleEntry),
  }),
  plan: route({
    method: 'GET',
    path: '/api/schedule/plan',
    summary: `The entries of a period without their texts, by start: at most the ${PLAN_LIMIT} that start last, their number in X-Total-Count`,
    may: 'schedule.list',
    about: ['schedule'],
    keep: true,
    query: PlanFilter,
    reply: z.array(PlanEntry),
  }),
  one: route({
    method: 'GET',
    path: '/api/schedule/:id',
    also: [{ method: 'GET', path: '/api/schedule-entries/:id' }],
    summary: 'An entry',
    may: 'schedule.read',
    about: ['schedule'],
    keep: true,
    reply: ScheduleEntry,
  }),
  create: route({
    method: 'POST',
    path: '/api/schedule',
    also: [{ method: 'POST', path: '/api/schedule-entries' }],
    summary: 'Create an entry; a sub it is assigned to joins the job',
    may: 'schedule.create',
    body: NewEntry,
    reply: WrittenEntry,
    status: 201,
    fails: ['cycle'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/schedule/:id',
    also: [
      { method: 'PATCH', path: '/api/schedule/:id' },
      { method: 'PUT', path: '/api/schedule-entries/:id' },
      { method: 'PATCH', path: '/api/schedule-entries/:id' },
    ],
    summary:
      'Change the fields sent; dependencies are changed at both ends, and with `push` what waits for it moves too',
    may: 'schedule.update',
    body: EntryChange,
    reply: WrittenEntry,
    fails: ['cycle', 'stale', 'planChanged'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/schedule/:id',
    also: [{ method: 'DELETE', path: '/api/schedule-entries/:id' }],
    summary: 'Delete an entry with its crew days; its history stays',
    may: 'schedule.delete',
    reply: z.void(),
    status: 204,
  }),
  changes: route({
    method: 'GET',
    path: '/api/schedule/:id/changes',
    also: [{ method: 'GET', path: '/api/schedule-entries/:id/changes' }],
    summary: 'The history of an entry, newest first, also after it was deleted',
    may: 'schedule.history',
    about: ['schedule'],
    keep: true,
    reply: z.array(ScheduleChange),
  }),
  changesOfJob: route({
    method: 'GET',
    path: '/api/jobs/:id/schedule-changes',
    summary: 'The history of all entries of a job, newest first',
    may: 'schedule.history',
    about: ['schedule'],
    keep: true,
    query: z.object({ limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(JobScheduleChange),
  }),
  daysLost: route({
    method: 'GET',
    path: '/api/jobs/:id/days-lost',
    summary: 'The days lost on a job, by reason',
    may: 'schedule.history',
    about: ['schedule'],
    keep: true,
    reply: DaysLost,
  }),
}
