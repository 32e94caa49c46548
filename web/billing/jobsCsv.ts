import type { Job } from '@plumbline/contract/jobs.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { csv } from '../shell/csv.ts'

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
