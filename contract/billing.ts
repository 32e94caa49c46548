import { z } from 'zod'
import { day } from './dates.ts'
import { JobPayment } from './jobPayments.ts'
import { Job } from './jobs.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'

/** The four cards of Account Receivables. */
export const Receivables = z.object({
  /** Cents, summed over the completed jobs. */
  totalCompletedValue: z.number().int(),
  completedProjects: z.number().int(),
  /**
   * Mean of end - start in whole days over the completed jobs that have both, rounded; 0 without
   * any.
   */
  avgCompletionDays: z.number().int(),
  /** Completed jobs as a percent of all jobs, rounded; 0 without any. */
  completionRate: z.number().int(),
})
export type Receivables = z.infer<typeof Receivables>

const Month = z.object({
  /** 1 to 12. */
  month: z.number().int(),
  /** Cents. */
  revenue: z.number().int(),
  jobs: z.number().int(),
})

/** The revenue of a year's completed jobs, by the calendar day of their end. Money in cents. */
export const Completions = z.object({
  year: z.number().int(),
  /** The years that have completed jobs, newest first; always includes the requested year. */
  years: z.array(z.number().int()),
  totalRevenue: z.number().int(),
  /** The money that came in during the year, less what was paid back, from all customers. */
  received: z.number().int(),
  count: z.number().int(),
  /** Whole cents, rounded; 0 without jobs. */
  averageJobValue: z.number().int(),
  /** The month with the most revenue; the earlier of equal ones. */
  bestMonth: Month.nullable(),
  /** The months that have jobs, by revenue, highest first. */
  months: z.array(Month),
})
export type Completions = z.infer<typeof Completions>

/** A completed job with its payment, for the office. */
export const CompletedJob = Job.extend({ payment: JobPayment })
export type CompletedJob = z.infer<typeof CompletedJob>

/** The day on which a job was paid that has no invoices. */
export const PaidMark = z.object(
  { /** A calendar day, today at the latest. */ day },
  'Send the day as an object',
)

const INVALID_YEAR = 'year is a number from 1900 to 2999'
const year = z
  .string(INVALID_YEAR)
  .regex(/^(19|2\d)\d\d$/, INVALID_YEAR)
  .transform(Number)
  .default(2025)

export const billingRoutes = {
  receivables: route({
    method: 'GET',
    path: '/api/receivables',
    summary: 'The figures over completed jobs that await payment',
    may: 'finance.read',
    about: [],
    keep: true,
    reply: Receivables,
  }),
  receivableJobs: route({
    method: 'GET',
    path: '/api/receivables/jobs',
    summary: 'The completed jobs with the state of their payment, newest first',
    may: 'finance.read',
    about: ['task', 'schedule', 'bid', 'invoice'],
    keep: true,
    query: z.object({ limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(CompletedJob),
  }),
  completions: route({
    method: 'GET',
    path: '/api/completions',
    summary: 'Count and revenue of the jobs completed in a year (2025 by default)',
    may: 'finance.read',
    about: ['task', 'schedule', 'invoice', 'customer'],
    keep: true,
    query: z.object({ year }),
    reply: Completions,
  }),
  completedJobs: route({
    method: 'GET',
    path: '/api/completions/jobs',
    summary: 'The jobs completed in a year (2025 by default), newest end date first',
    may: 'finance.read',
    about: ['task', 'schedule', 'bid', 'invoice'],
    keep: true,
    query: z.object({ year, limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(CompletedJob),
  }),
  markPaid: route({
    method: 'PUT',
    path: '/api/jobs/:id/paid',
    summary: 'Mark a completed job without invoices as paid on a day',
    may: 'finance.write',
    body: PaidMark,
    reply: JobPayment,
    fails: ['jobNotCompleted', 'jobInvoiced'],
  }),
  unmarkPaid: route({
    method: 'DELETE',
    path: '/api/jobs/:id/paid',
    summary: 'Take the mark that a job was paid back',
    may: 'finance.write',
    reply: z.void(),
    status: 204,
  }),
}
