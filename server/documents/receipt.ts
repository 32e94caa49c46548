import { formatDay } from '@plumbline/contract/dates.ts'
import type { Payment } from '@plumbline/contract/payments.ts'
import { paidBy } from '@plumbline/contract/paymentTexts.ts'
import { dollarsOf } from '@plumbline/contract/totals.ts'
import { moneyText } from './figures.ts'
import type { Document } from './model.ts'

interface Facts {
  readonly company: {
    readonly companyName: string
    readonly address: string | null
    readonly phone: string | null
  }
  readonly customer: {
    readonly name: string
    readonly company: string | null
    readonly address: string | null
  }
  readonly payment: Payment
}

const filled = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null)
const text = (cents: number) => moneyText(dollarsOf(BigInt(cents)))

/** The receipt of a payment with the invoices that it is for, or of a refund. */
export function receiptDocument({ company, customer, payment }: Facts): Document {
  const { kind, day, amount, isReversed, unapplied, allocations } = payment
  const isRefund = kind === 'refund'
  const row = (description: string, details: string | null, cents: number) => ({
    ...{ mark: null, description, details, quantity: '', unitPrice: '', amount: text(cents) },
  })
  const forInvoices = allocations.flatMap((part) =>
    part.invoiceId === null ? [] : [row(`Invoice ${part.number}`, part.title, part.amount)],
  )
  const paidBack = allocations.reduce(
    (all, part) => all + (part.refundId === null ? 0 : part.amount),
    0,
  )
  const rows = [
    ...forInvoices,
    ...(unapplied > 0 ? [row('Credit', 'For invoices to come', unapplied)] : []),
    ...(paidBack > 0 ? [row('Paid back', null, paidBack)] : []),
  ]
  return {
    title: isRefund ? 'Refund' : 'Receipt',
    stamp: isReversed ? 'Reversed' : null,
    facts: [formatDay(day), paidBy(payment)],
    company: { name: company.companyName, lines: filled([company.address, company.phone]) },
    parties: [
      {
        title: isRefund ? 'Paid to' : 'Received from',
        lines: filled([customer.name, customer.company, customer.address]),
      },
    ],
    texts: [],
    photos: [],
    sections: rows.length > 0 ? [{ title: 'For', hint: null, rows, total: text(amount) }] : [],
    totals: [{ label: isRefund ? 'Paid back' : 'Received', amount: text(amount), isTotal: true }],
    ...{ figures: [], schedule: [], terms: [], signatures: [], evidence: [] },
    writtenAt: payment.createdAt,
  }
}
