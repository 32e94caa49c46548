import { expect, test } from 'vitest'
import { type JobBalance, jobPaymentOf } from './jobPayments.ts'

const balance = (change: Partial<JobBalance>): JobBalance => ({
  ...{ invoices: 1, isOverdue: false, owed: 0, paid: 0, left: 0, paidOn: null },
  ...change,
})

test.each<[name: string, state: string, balance: Partial<JobBalance>]>([
  ['nothing is paid', 'awaiting', { owed: 100, left: 50 }],
  ['something is overdue', 'overdue', { isOverdue: true, owed: 100, paid: 50 }],
  ['a part is paid', 'partPaid', { owed: 40, paid: 60 }],
  ['all invoices are paid, but not all is invoiced', 'partPaid', { paid: 100, left: 1 }],
  ['all is invoiced and paid', 'paid', { paid: 100 }],
  ['more than the contract is invoiced and paid', 'paid', { paid: 100, left: -20 }],
  ['the contract is nothing, and so is the invoice', 'paid', {}],
  ['an invoice of nothing is all of a contract so far', 'partPaid', { left: 100 }],
])('where %s a job is %s', (_, state, change) => {
  expect(jobPaymentOf(balance(change))).toEqual({ state, isInvoiced: true, paidOn: null })
})

test('invoices count, and a mark beside them does not', () => {
  const marked = balance({ owed: 100, paidOn: '2025-10-09' })
  expect(jobPaymentOf(marked)).toEqual({ state: 'awaiting', isInvoiced: true, paidOn: null })
})

test('a job without invoices is paid by its mark alone', () => {
  const none = { invoices: 0, left: 100 }
  expect(jobPaymentOf(balance({ ...none, paidOn: '2025-10-09' }))).toEqual({
    ...{ state: 'paid', isInvoiced: false, paidOn: '2025-10-09' },
  })
  expect(jobPaymentOf(balance(none))).toEqual({ state: null, isInvoiced: false, paidOn: null })
})
