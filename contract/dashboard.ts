import { z } from 'zod'
import { FinishMoved } from './baselines.ts'
import { ListedClientInvoice } from './clientInvoices.ts'
import { Job } from './jobs.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** A task as the dashboard lists it. */
const DashboardTask = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  name: z.string(),
  status: z.enum(['not_started', 'in_progress', 'completed']),
  deadline: z.iso.datetime().nullable(),
})

/** The task a sub is working on, or the next one, with the address and the contacts of its job. */
const CurrentTask = DashboardTask.extend({
  jobAddress: z.string(),
  /** The notes of the job for everyone on it, such as how to get in. */
  jobNotes: z.string().nullable(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  managerName: z.string().nullable(),
  /** The phone of the project manager, or of the company if they have none. */
  managerPhone: z.string().nullable(),
})

/** Something that happened on a client's job. */
const Update = z.object({
  id: z.number().int(),
  name: z.string(),
  jobId: id,
  jobName: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
  /** The photo that was added; null for other updates. */
  photo: z.object({ id, url: z.string(), caption: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
})

/** The state of the job a client looks for first. */
const Lead = z.object({
  jobId: id,
  /** The last photo that they can see, and when it was taken, or else uploaded. */
  photo: z.object({ id, url: z.string(), takenAt: z.iso.datetime() }).nullable(),
  /** The entry in progress; `subName` only if clients may see it. */
  current: z
    .object({ title: z.string(), endDate: z.iso.date(), subName: z.string().nullable() })
    .nullable(),
  /** The next entry. */
  next: z.object({ title: z.string(), startDate: z.iso.date() }).nullable(),
  finishMoved: FinishMoved,
})
export type Lead = z.infer<typeof Lead>

/** The first steps of a new company, and which of them are done. */
export const Checklist = z.object({
  /** The company has an address and a phone. */
  contact: z.boolean(),
  logo: z.boolean(),
  /** Jobs or people were imported, or there are many jobs already. */
  imported: z.boolean(),
  job: z.boolean(),
  /** Another person was invited. */
  invited: z.boolean(),
})
export type Checklist = z.infer<typeof Checklist>

/** The figures of the first screen, computed in SQL; they depend on the role. Money in cents. */
export const Dashboard = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('admin'),
    totalApprovedAmount: z.number().int(),
    activeJobs: z.number().int(),
    completedJobs: z.number().int(),
    totalJobs: z.number().int(),
    onHoldJobs: z.number().int(),
    /** The 5 newest. */
    recentJobs: z.array(Job),
    /** Null once all is done or an admin has dismissed it, and in the sample company. */
    checklist: Checklist.nullable(),
  }),
  z.object({
    role: z.literal('subcontractor'),
    activeTasks: z.number().int(),
    completedTasks: z.number().int(),
    /** The number of deadlines in the next seven days. */
    thisWeek: z.number().int(),
    /** The first 5: open ones by deadline, then completed ones, newest deadline first. */
    currentTasks: z.array(DashboardTask),
    /** The first task in progress, or else the first that is not completed. */
    now: CurrentTask.nullable(),
  }),
  z.object({
    role: z.literal('client'),
    /** The 60 newest of the person's own jobs. */
    jobs: z.array(Job),
    /**
     * The state of their newest job in progress, or else of their newest job; null without a job.
     */
    lead: Lead.nullable(),
    /** The number of all their jobs. */
    jobCount: z.number().int(),
    /** The change orders that wait for their answer, the first to answer first; at most 20. */
    decisions: z.array(
      z.object({
        id,
        jobId: id,
        jobName: z.string(),
        number: z.number().int(),
        title: z.string(),
        /** Exact dollars. */
        total: z.string(),
        daysAdded: z.number().int(),
        lastDay: z.iso.date(),
      }),
    ),
    /** The invoices to them of which something is owed, the first due first; at most 20. */
    unpaid: z.array(ListedClientInvoice),
    /** The number of all of those, and what is owed of them in cents. */
    unpaidCount: z.number().int(),
    unpaidOwed: z.number().int(),
    /** The latest events of all their jobs, newest first. */
    recentUpdates: z.array(Update),
  }),
])
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardRoutes = {
  read: route({
    method: 'GET',
    path: '/api/dashboard',
    summary: "The figures of the person's first screen",
    may: 'dashboard.read',
    about: ['task', 'schedule', 'photo', 'update', 'changeOrder', 'invoice'],
    keep: true,
    reply: Dashboard,
  }),
}
