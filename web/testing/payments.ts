import type { CustomerAccount, OpenInvoice, Payment } from '@plumbline/contract/payments.ts'
import { customer } from './rows.ts'

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** An open invoice of $1,000 for tests with these fields changed, due on Oct `n`, 2026. */
export const openInvoice = (n: number, change: Partial<OpenInvoice> = {}): OpenInvoice => ({
  ...{ id: idOf(n), number: `2026-00${n}`, title: `Part ${n}`, status: 'overdue', jobName: null },
  ...{ issuedOn: '2026-10-01', dueOn: `2026-10-${n}`, total: 100_000, owed: 100_000 },
  processing: null,
  ...change,
})

/** The account of a customer with these open invoices for tests. */
export const account = (
  open: readonly OpenInvoice[],
  change: Partial<CustomerAccount> = {},
): CustomerAccount => ({
  owed: open.reduce((sum, { owed }) => sum + owed, 0),
  ...{ credit: 0, openCount: open.length, open: [...open], email: 'maya@example.com' },
  ...change,
})

/** A check over $1,000 that is for no invoice, for tests with these fields changed. */
export const payment = (n: number, change: Partial<Payment> = {}): Payment => ({
  ...{ id: idOf(n), kind: 'payment', customerId: customer(1).id, customerName: 'Maya Okafor' },
  ...{ day: '2026-11-02', amount: 100_000, method: 'check', reference: `11${n}`, note: null },
  ...{ reversesId: null, isReversed: false, unapplied: 0, allocations: [] },
  ...{ recordedByName: 'Dana Reyes', createdAt: '2026-11-02T20:10:00.000Z' },
  ...change,
})

/** The part of a payment for an open invoice, for tests. */
export const partFor = ({ id, number, title }: OpenInvoice, amount: number) => ({
  ...{ invoiceId: id, number, title, refundId: null, amount },
})
