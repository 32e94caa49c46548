import { formatDay } from './dates.ts'
import type { InvoicePayment } from './invoices.ts'
import { type PaymentMethod, paymentMethodNames } from './paymentKinds.ts'

interface Paid {
  readonly method: PaymentMethod | null
  readonly reference: string | null
}

/** The way in which something was paid, such as `Check 1042`; empty for a write-off. */
export function paidBy({ method, reference }: Paid): string {
  if (method === null) return ''
  return [paymentMethodNames[method], reference].filter(Boolean).join(' ')
}

/** The line of a payment below the total of an invoice: `Paid Nov 2, 2026, check 1188`. */
export function paidText({ kind, day, number, ...paid }: InvoicePayment): string {
  if (kind === 'creditMemo') return `Credit memo ${number}`
  if (kind === 'writeOff') return `Written off ${formatDay(day)}`
  // An unnamed way says nothing.
  const by = paid.method === 'other' && !paid.reference ? '' : paidBy(paid)
  return [`Paid ${formatDay(day)}`, by && `${by.charAt(0).toLowerCase()}${by.slice(1)}`]
    .filter(Boolean)
    .join(', ')
}
