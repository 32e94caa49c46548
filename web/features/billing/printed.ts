import {
  type AgedCustomer,
  ageBucketNames,
  ageBuckets,
  ageingRoutes,
} from '@plumbline/contract/ageing.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { call } from '../../api/call.ts'
import { amountColumn, dayColumn, type Printout, printout } from '../../print/printout.ts'
import { jobColumns } from '../jobs/printed.ts'

const completed = (
  head: { title: string; filter: string },
  rows: readonly Job[],
  payment: string,
): Printout =>
  printout({
    ...head,
    noun: ['completed job', 'completed jobs'],
    columns: [
      ...jobColumns,
      dayColumn<Job>('Start', ({ startDate }) => startDate),
      dayColumn<Job>('End', ({ endDate }) => endDate),
      amountColumn<Job>('Amount', ({ approvedAmount }) => approvedAmount ?? 0),
      { label: 'Payment', kind: 'short', text: () => payment },
    ],
    rows,
  })

/** The printout of completed jobs that await payment. */
export async function printedReceivables(payment: string): Promise<Printout> {
  const jobs = await call(jobRoutes.list, { query: { status: 'completed' } })
  return completed({ title: 'Account Receivables', filter: 'All completed jobs' }, jobs, payment)
}

/** The printout of a year's completed jobs. */
export async function printedCompletions(year: string, payment: string): Promise<Printout> {
  const jobs = await call(billingRoutes.completedJobs, { query: { year } })
  return completed({ title: `${year} Completions`, filter: `Completed in ${year}` }, jobs, payment)
}

/** The printout of what customers owe by age at the end of a day, today by default. */
export async function printedAgeing(asOf: string | undefined): Promise<Printout> {
  const ageing = await call(ageingRoutes.all, { query: asOf === undefined ? {} : { asOf } })
  return printout({
    title: 'Owed by age',
    filter: `At the end of ${formatDay(ageing.asOf)}`,
    noun: ['customer', 'customers'],
    columns: [
      { label: 'Customer', share: 1.6, text: ({ name }: AgedCustomer) => name },
      ...ageBuckets.map((bucket) =>
        amountColumn<AgedCustomer>(ageBucketNames[bucket], ({ ages }) => ages[bucket]),
      ),
      amountColumn<AgedCustomer>('Credit', ({ credit }) => credit),
      amountColumn<AgedCustomer>('Owes', ({ owed }) => owed),
    ],
    rows: ageing.customers,
  })
}
