import { customerRoutes } from '@plumbline/contract/customers.ts'
import { invoiceRoutes, type ListedInvoice } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { call } from '../../api/call.ts'
import {
  amountColumn,
  dayColumn,
  describeFilter,
  type Printout,
  printout,
} from '../../print/printout.ts'
import type { InvoiceFilter } from './api.ts'
import { dueDaysText, listedTitle, shownNumber } from './listTexts.ts'
import { creditOption, invoiceStateOptions, styleOf } from './statuses.ts'

interface Invoices {
  /** A description of the filter. */
  readonly filter: string
  readonly rows: readonly ListedInvoice[]
}

/** The printout of invoices. */
export function invoicesOnPaper({ filter, rows }: Invoices): Printout {
  return printout({
    title: 'Invoices',
    filter,
    noun: ['invoice', 'invoices'],
    columns: [
      { label: 'Invoice', kind: 'short', text: shownNumber },
      { label: 'Title', text: listedTitle },
      { label: 'Customer', text: ({ customerName }) => customerName },
      { label: 'Job', text: ({ jobName }) => jobName ?? '' },
      { label: 'State', kind: 'short', text: (invoice) => styleOf(invoice).label },
      dayColumn<ListedInvoice>('Issued', ({ issuedOn }) => issuedOn),
      dayColumn<ListedInvoice>('Due', ({ dueOn }) => dueOn),
      amountColumn<ListedInvoice>('Total', ({ total }) => total),
      amountColumn<ListedInvoice>('Owed', ({ owed }) => owed),
    ],
    rows,
  })
}

/** The printout of all filtered invoices. */
export async function printedInvoices(filter: InvoiceFilter): Promise<Printout> {
  const { kind, status, customerId, jobId, dueFrom, dueTo, search } = filter
  const [rows, customer, job] = await Promise.all([
    call(invoiceRoutes.list, { query: filter }),
    customerId === undefined ? undefined : call(customerRoutes.one, { params: { id: customerId } }),
    jobId === undefined ? undefined : call(jobRoutes.one, { params: { id: jobId } }),
  ])
  const filterText = describeFilter('All invoices', [
    ['Kind', kind === 'creditMemo' ? creditOption.label : undefined],
    ['State', invoiceStateOptions.find(({ value }) => value === status)?.label],
    ['Customer', customer?.name],
    ['Job', job?.name],
    ['Due', dueDaysText(dueFrom, dueTo)],
    ['Search', search],
  ])
  return invoicesOnPaper({ filter: filterText, rows })
}
