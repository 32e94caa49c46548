import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import type { Invoice, JobInvoicing } from '@plumbline/contract/invoices.ts'
import { customer, job } from './rows.ts'

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** The words of an invoice over a payment of $17,280 for tests with these fields changed. */
export const invoiceContent = (change: Partial<InvoiceContent> = {}): InvoiceContent => ({
  ...{ kind: 'invoice', title: 'Cabinets in' },
  company: { name: 'Ridgeline Builders', address: 'Elgin', phone: null, license: null },
  customer: { name: 'Maya Okafor', company: null, address: '418 Alder Ct' },
  job: { name: 'Kitchen remodel', address: '418 Alder Ct' },
  lines: [
    {
      ...{ description: 'Cabinets in', details: 'Payment 2 of 3', amount: '17280.00' },
      ...{ quantity: null, unit: null, unitPrice: null },
    },
  ],
  ...{ subtotal: '17280.00', discount: '0.00', discountPercent: null },
  ...{ taxName: 'Sales tax', taxRate: null, taxable: '0.00', tax: '0.00', total: '17280.00' },
  contract: { amount: '86400.00', before: '16644.00', left: '52476.00' },
  ...{ terms: 'Net 14', message: null },
  ...change,
})

/** A draft over a payment of `job(1)` for tests with these fields changed. */
export const invoice = (n: number, change: Partial<Invoice> = {}): Invoice => ({
  id: idOf(n),
  ...{ kind: 'invoice', number: null, title: 'Cabinets in', status: 'draft' },
  ...{ issuedOn: null, dueOn: null },
  ...{ customerId: customer(1).id, customerName: 'Maya Okafor' },
  ...{ jobId: job(1).id, jobName: 'Kitchen remodel' },
  basis: { kind: 'step', step: 1 },
  ...{ changeOrderIds: [], lines: [], discount: null, taxRate: '0' },
  ...{ terms: 'net14', message: null, note: null },
  ...{
    subtotal: 1_728_000,
    discountAmount: 0,
    tax: 0,
    total: 1_728_000,
    owed: 0,
    paid: 0,
    received: change.paid ?? 0,
  },
  ...{ taxName: 'Sales tax', problem: null, content: invoiceContent(), left: 6_975_600 },
  ...{ sentTo: null, customerEmail: null, customerPhone: null },
  payments: [],
  processing: null,
  events: [
    {
      ...{ id: idOf(900), kind: 'created', actorName: 'Dana Reyes', note: null },
      other: null,
      createdAt: '2026-11-18T16:00:00.000Z',
    },
  ],
  updatedAt: '2026-11-18T16:00:00.000Z',
  ...change,
})

/** An approved change order of a job for tests with these fields changed. */
export const invoicedChange = (
  n: number,
  change: Partial<JobInvoicing['changes'][number]> = {},
): JobInvoicing['changes'][number] => ({
  ...{ id: idOf(n), number: n, title: `Work ${n}`, amount: 100_000, tax: 0, taxable: 0 },
  ...{ isInvoiced: false, invoiceId: null },
  ...change,
})

/** The money of a job for tests with these fields changed, empty at first. */
export const jobInvoicing = (change: Partial<JobInvoicing> = {}): JobInvoicing => ({
  contract: { amount: 0, tax: 0, taxable: 0 },
  hasContract: true,
  invoiced: { amount: 0, tax: 0, taxable: 0 },
  portions: { amount: 0, tax: 0, taxable: 0 },
  ...{ paid: 0, owed: 0 },
  ...{ steps: [], changes: [], invoices: [], taxRate: '0', taxName: 'Sales tax' },
  ...change,
})
