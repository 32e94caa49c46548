import type { InvoiceListItem } from '@plumbline/contract/invoices.ts'
import { customer, job } from './rows.ts'

/** An invoice in a list for tests with these fields changed: one that is due on Nov 30, 2026. */
export const listedInvoice = (
  n: number,
  change: Partial<InvoiceListItem> = {},
): InvoiceListItem => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  ...{ kind: 'invoice', number: `2026-00${n}`, title: `Part ${n}`, status: 'open' },
  ...{ customerId: customer(1).id, customerName: 'Customer 1' },
  ...{ jobId: job(1).id, jobName: 'Job 1' },
  ...{ issuedOn: '2026-11-16', dueOn: '2026-11-30' },
  ...{ total: 100_000, owed: 100_000, paid: 0, received: change.paid ?? 0 },
  updatedAt: '2026-11-16T12:00:00.000Z',
  reminder: null,
  ...change,
})

/** A draft in a list for tests with these fields changed. */
export const listedDraft = (n: number, change: Partial<InvoiceListItem> = {}): InvoiceListItem =>
  listedInvoice(n, {
    ...{ number: null, status: 'draft', issuedOn: null, dueOn: null, owed: 0 },
    ...change,
  })
