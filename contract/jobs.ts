import { z } from 'zod'
import { day, inOrder, optionalDay } from './dates.ts'
import { cents } from './money.ts'
import { doneLast, misspelledToo, type OrderOf, ordersOf, pageQuery, uncounted } from './page.ts'
import { route } from './route.ts'
import {
  id,
  line,
  optionalEmail,
  optionalId,
  optionalLine,
  optionalPhone,
  optionalPostalAddress,
  optionalText,
  postalAddress,
  severalIds,
} from './text.ts'

export const jobStatuses = ['not_started', 'in_progress', 'completed', 'on_hold'] as const
export type JobStatus = (typeof jobStatuses)[number]

const status = z.enum(jobStatuses, 'Choose a status')
const progress = z
  .number('Enter a percentage')
  .int('Whole percent only')
  .min(0, 'From 0 to 100')
  .max(100, 'From 0 to 100')

/**
 * A job as a person may read it: fields that are not for them are null (`jobReaders` in
 * readers.ts).
 */
export const Job = z.object({
  id,
  name: z.string(),
  address: z.string(),
  clientId: id.nullable(),
  clientName: z.string().nullable(),
  projectManagerId: id.nullable(),
  projectManagerName: z.string().nullable(),
  status,
  /** Percent, 0 to 100. */
  progress: z.number().int(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  notes: z.string().nullable(),
  privateNotes: z.string().nullable(),
  /** The record of the customer, whose details are copied to the fields below. */
  customerId: id.nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  /** Cents. */
  approvedAmount: z.number().int().nullable(),
  /** The bid it was created from. */
  bidId: id.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Job = z.infer<typeof Job>

const END_BEFORE_START = 'The end date cannot be before the start date'

/** Cents; an empty amount is $0. */
const amount = cents.nullable().transform((value) => value ?? 0)

const fields = {
  name: line(200, 'Name is required'),
  address: postalAddress('Address is required'),
  clientId: optionalId.optional(),
  projectManagerId: optionalId.optional(),
  status: status.optional(),
  progress: progress.optional(),
  notes: optionalText(10_000).optional(),
  privateNotes: optionalText(10_000).optional(),
  customerId: optionalId.optional(),
  customerName: optionalLine(200).optional(),
  customerEmail: optionalEmail.optional(),
  customerPhone: optionalPhone.optional(),
  customerAddress: optionalPostalAddress.optional(),
  approvedAmount: amount.optional(),
  startDate: optionalDay.optional(),
  endDate: optionalDay.optional(),
}

export const NewJob = z
  .object({ ...fields, approvedAmount: amount.default(0) }, 'Send the job as an object')
  .refine((job) => inOrder(job.startDate, job.endDate), {
    path: ['endDate'],
    message: END_BEFORE_START,
  })
export type NewJob = z.output<typeof NewJob>

/** Only the fields sent are changed. */
export const JobChange = z
  .object(
    { ...fields, name: fields.name.optional(), address: fields.address.optional() },
    'Send the change as an object',
  )
  .refine((job) => inOrder(job.startDate, job.endDate), {
    path: ['endDate'],
    message: END_BEFORE_START,
  })
export type JobChange = z.output<typeof JobChange>

/** The most jobs one request may change. */
export const MAX_JOBS_CHANGED = 1000

/** One change of several jobs: their status, or their project manager (null for none). */
export const JobsChange = z
  .object(
    {
      ids: severalIds('jobs', MAX_JOBS_CHANGED),
      status: status.optional(),
      /** The day the jobs were finished, when they are completed. Their progress is set to 100. */
      endDate: optionalDay.optional(),
      projectManagerId: optionalId.optional(),
    },
    'Send the change as an object',
  )
  .refine(({ status, projectManagerId }) => Boolean(status) !== (projectManagerId !== undefined), {
    path: ['status'],
    message: 'Choose a status or a project manager',
  })
  .refine(({ status, endDate }) => status !== 'completed' || endDate, {
    path: ['endDate'],
    message: 'Choose the day the jobs were finished',
  })
export type JobsChange = z.output<typeof JobsChange>

/** The change that completes a job on a calendar day. */
export const JobCompletion = z.object({
  status: z.literal('completed'),
  progress: z.literal(100),
  endDate: day,
})

/**
 * The problem by field if a change puts the dates out of order, given the dates before it;
 * otherwise undefined.
 */
export function datesOutOfOrder(
  before: { startDate: string | null; endDate: string | null },
  change: { startDate?: string | null | undefined; endDate?: string | null | undefined },
): { endDate: string } | undefined {
  const start = change.startDate === undefined ? before.startDate : change.startDate
  const end = change.endDate === undefined ? before.endDate : change.endDate
  return inOrder(start, end) ? undefined : { endDate: END_BEFORE_START }
}

/** The sort keys of a list of jobs: `end` is the end date, `created` the time of creation. */
export const jobSorts = ['name', 'status', 'progress', 'start', 'end', 'amount', 'created'] as const
export type JobSort = (typeof jobSorts)[number]
export type JobOrder = OrderOf<JobSort>
export const jobOrders = ordersOf(jobSorts)

export const JobFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  ...doneLast,
  status: status.optional(),
  /** Only jobs that are not completed. */
  active: z.literal('true', 'active is true or absent').optional(),
  /** Only jobs that are not completed and past their end date, in the company's time zone. */
  late: z.literal('true', 'late is true or absent').optional(),
  /** Only jobs of this project manager, or without one. */
  managerId: z.union([z.literal('none'), id], 'Not a valid id').optional(),
  clientId: id.optional(),
  customerId: id.optional(),
  /** Only jobs that this sub is on. */
  subcontractorId: id.optional(),
  /** Only jobs whose end date is between these days, both included. */
  endsFrom: day.optional(),
  endsTo: day.optional(),
  /**
   * Newest first by default. Jobs without a date come after all dates; people who may not read
   * amounts cannot sort by them.
   */
  sort: z.enum(jobOrders, 'Not a valid order').optional(),
})
export type JobFilter = z.output<typeof JobFilter>

/** The totals of the filtered list. Amounts are cents, 0 for people who may not see them. */
const JobTotals = z.object({
  count: z.number().int(),
  /** The number of jobs of each status. */
  statuses: z.record(z.enum(jobStatuses), z.number().int()),
  approvedAmount: z.number().int(),
  /** The sum over the jobs that are not completed. */
  activeApprovedAmount: z.number().int(),
})
export type JobTotals = z.infer<typeof JobTotals>

/** The numbers of things that are deleted with a job. */
export const JobContents = z.object({
  tasks: z.number().int(),
  entries: z.number().int(),
  messages: z.number().int(),
  photos: z.number().int(),
  weeklyUpdates: z.number().int(),
  changeOrders: z.number().int(),
  /** Drafts alone: a job with invoices that were issued is not deleted. */
  invoices: z.number().int(),
})
export type JobContents = z.infer<typeof JobContents>

/** The numbers of things that are deleted with a job, and the things that remain without it. */
const JobDeletion = JobContents.extend({
  /** The name of the bid that became the job, null without one. */
  bidName: z.string().nullable(),
  /** The number of expenses of rentals that were booked to the job. */
  rentalExpenses: z.number().int(),
})
export type JobDeletion = z.infer<typeof JobDeletion>

/** The nouns of those things, for one and for many. */
export const contentNouns = {
  tasks: ['task', 'tasks'],
  entries: ['schedule entry', 'schedule entries'],
  messages: ['message', 'messages'],
  photos: ['photo', 'photos'],
  weeklyUpdates: ['weekly update', 'weekly updates'],
  changeOrders: ['change order', 'change orders'],
  invoices: ['draft of an invoice', 'drafts of invoices'],
} as const satisfies Record<keyof JobContents, unknown>

/** A sub on a job. */
export const JobSubcontractor = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null for clients, who see names only. */
  email: z.string().nullable(),
  specialty: z.string().nullable(),
})
export type JobSubcontractor = z.infer<typeof JobSubcontractor>

export const jobRoutes = {
  list: route({
    method: 'GET',
    path: '/api/jobs',
    summary: 'The jobs the person may see, newest first or sorted',
    may: 'job.list',
    about: ['task', 'schedule', 'photo', 'update', 'bid', 'rating'],
    keep: true,
    query: JobFilter,
    reply: z.array(Job),
  }),
  totals: route({
    method: 'GET',
    path: '/api/job-totals',
    summary: 'Counts and approved amounts of a filtered job list',
    may: 'job.list',
    about: ['task', 'schedule'],
    keep: true,
    query: JobFilter,
    reply: JobTotals,
  }),
  one: route({
    method: 'GET',
    path: '/api/jobs/:id',
    summary: 'One job',
    may: 'job.read',
    about: ['task', 'schedule', 'photo', 'update', 'bid', 'rating'],
    keep: true,
    reply: Job,
  }),
  create: route({
    method: 'POST',
    path: '/api/jobs',
    summary: 'Create a job',
    may: 'job.create',
    body: NewJob,
    reply: Job,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/jobs/:id',
    summary: 'Change the fields sent',
    may: 'job.update',
    body: JobChange,
    reply: Job,
    fails: ['stale', 'contractSigned'],
  }),
  updateSeveral: route({
    method: 'POST',
    path: '/api/jobs/change',
    summary: 'Change the status or the project manager of several jobs',
    may: 'job.update',
    body: JobsChange,
    reply: z.object({ changed: z.number().int() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/jobs/:id',
    summary: 'Delete a job that nobody has signed, with its tasks, entries, messages and photos',
    may: 'job.delete',
    reply: z.void(),
    status: 204,
    fails: ['stale', 'signed', 'moneyRecorded'],
  }),
  contents: route({
    method: 'GET',
    path: '/api/jobs/:id/contents',
    summary: 'Count what is deleted with a job, and what remains without it',
    may: 'job.delete',
    about: ['task', 'schedule', 'photo', 'message', 'bid', 'update', 'rating', 'changeOrder'],
    keep: true,
    reply: JobDeletion,
  }),
  subcontractors: route({
    method: 'GET',
    path: '/api/jobs/:id/subcontractors',
    summary: 'The subs on a job',
    may: 'job.people',
    about: ['task', 'schedule', 'rating'],
    keep: true,
    reply: z.array(JobSubcontractor),
  }),
  addSubcontractor: route({
    method: 'POST',
    path: '/api/jobs/:id/subcontractors',
    summary: 'Add a sub to a job (idempotent)',
    may: 'job.staff',
    body: z.object({ subcontractorId: id }, 'Send subcontractorId'),
    reply: z.array(JobSubcontractor),
    status: 201,
  }),
  removeSubcontractor: route({
    method: 'DELETE',
    path: '/api/jobs/:id/subcontractors/:userId',
    summary: 'Take a sub off a job; their open tasks and entries there are unassigned',
    may: 'job.staff',
    reply: z.void(),
    status: 204,
  }),
}
