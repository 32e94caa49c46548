import { billingRoutes } from '@plumbline/contract/billing.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { query } from '../api/query.ts'
import { jobPages } from '../jobs/api.ts'
import { csv } from '../shell/csv.ts'

/** The figures over completed jobs. */
export const receivablesQuery = query(billingRoutes.receivables)

/** The completed jobs, page by page. */
export const receivableJobs = jobPages({ status: 'completed' })

/** A year's completed jobs and what they brought. */
export const completionsQuery = (year: string) =>
  query(billingRoutes.completions, { query: { year } })

/** The jobs as the list shows them; amounts in dollars. */
export function jobsCsv(jobs: readonly Job[], label: string): string {
  const head = ['Job', 'Address', 'Client', 'Start', 'End', 'Amount', 'Payment']
  const rows = jobs.map((job) => [
    job.name,
    job.address,
    job.clientName ?? job.customerName ?? '',
    job.startDate ?? '',
    job.endDate ?? '',
    dollarsFromCents(job.approvedAmount ?? 0),
    label,
  ])
  return csv([head, ...rows])
}
