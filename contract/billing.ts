import { z } from 'zod'
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
  count: z.number().int(),
  /** Whole cents, rounded; 0 without jobs. */
  averageJobValue: z.number().int(),
  /** The month with the most revenue; the earlier of equal ones. */
  bestMonth: Month.nullable(),
  /** The months that have jobs, by revenue, highest first. */
  months: z.array(Month),
})
export type Completions = z.infer<typeof Completions>

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
  completions: route({
    method: 'GET',
    path: '/api/completions',
    summary: 'Count and revenue of the jobs completed in a year (2025 by default)',
    may: 'finance.read',
    about: ['task', 'schedule'],
    keep: true,
    query: z.object({ year }),
    reply: Completions,
  }),
  completedJobs: route({
    method: 'GET',
    path: '/api/completions/jobs',
    summary: 'The jobs completed in a year (2025 by default), newest end date first',
    may: 'finance.read',
    about: ['task', 'schedule'],
    keep: true,
    query: z.object({ year, limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(Job),
  }),
}
