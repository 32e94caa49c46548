import {
  type AgedCustomer,
  ageBucketNames,
  ageBuckets,
  ageingRoutes,
} from '@plumbline/contract/ageing.ts'
import { billingRoutes, type CompletedJob } from '@plumbline/contract/billing.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { salesTaxRoutes, type TaxedMonth } from '@plumbline/contract/salesTax.ts'
import { call } from '../../api/call.ts'
import { amountColumn, dayColumn, type Printout, printout } from '../../print/printout.ts'
import { jobColumns } from '../jobs/printed.ts'
import { awaiting, badgeOf, paidIn, type UnknownPayment } from './payment.ts'

const completed = (
  head: { title: string; filter: string },
  rows: readonly CompletedJob[],
  unknown: UnknownPayment,
): Printout =>
  printout({
    ...head,
    noun: ['completed job', 'completed jobs'],
    columns: [
      ...jobColumns,
      dayColumn<CompletedJob>('Start', ({ startDate }) => startDate),
      dayColumn<CompletedJob>('End', ({ endDate }) => endDate),
      amountColumn<CompletedJob>('Amount', ({ approvedAmount }) => approvedAmount ?? 0),
      { label: 'Payment', kind: 'short', text: (job) => badgeOf(job, unknown).label },
    ],
    rows,
  })

/** The printout of the completed jobs with the state of their payment. */
export async function printedReceivables(): Promise<Printout> {
  const jobs = await call(billingRoutes.receivableJobs)
  return completed({ title: 'Account Receivables', filter: 'All completed jobs' }, jobs, awaiting)
}

/** The printout of a year's completed jobs. */
export async function printedCompletions(year: string): Promise<Printout> {
  const jobs = await call(billingRoutes.completedJobs, { query: { year } })
  const head = { title: `${year} Completions`, filter: `Completed in ${year}` }
  return completed(head, jobs, paidIn(year))
}

/** The printout of what customers owe by age at the end of a day, today by default. */
export async function printedAgeing(asOf: string | undefined): Promise<Printout> {
  const ageing = await call(ageingRoutes.all, { query: asOf === undefined ? {} : { asOf } })
  return printout({
    title: 'Owed by age',
    filter: 'All customers',
    asOf: ageing.asOf,
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

/** The printout of the sales tax of a year by month, this year by default. */
export async function printedSalesTax(year: string | undefined): Promise<Printout> {
  const tax = await call(salesTaxRoutes.year, { query: year === undefined ? {} : { year } })
  return printout({
    title: 'Sales Tax',
    filter: `By month of issue, ${tax.year}`,
    noun: ['month', 'months'],
    columns: [
      {
        label: 'Month',
        kind: 'short',
        text: ({ month }: TaxedMonth) => formatMonth(month),
        plain: ({ month }) => month,
      },
      amountColumn<TaxedMonth>('Taxable', ({ taxable }) => taxable),
      amountColumn<TaxedMonth>('Not taxable', ({ notTaxable }) => notTaxable),
      amountColumn<TaxedMonth>('Tax on invoices', ({ invoices }) => invoices.tax),
      amountColumn<TaxedMonth>('Tax on credit memos', ({ creditMemos }) => creditMemos.tax),
      amountColumn<TaxedMonth>('Tax taken back (void)', ({ voids }) => voids.tax),
      amountColumn<TaxedMonth>('Tax', ({ tax: due }) => due),
    ],
    rows: tax.months,
  })
}
