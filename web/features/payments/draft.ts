import { creditOf } from '@plumbline/contract/ledger.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { type CustomerAccount, NewPayment, type OpenInvoice } from '@plumbline/contract/payments.ts'
import type { SyntheticEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { cents, choice, day, fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import type { Typed } from '../../ui/NumberInput.tsx'

const Form = NewPayment.extend({ sendsReceipt: z.boolean() }).superRefine((payment, context) => {
  const { amount, allocations, keepCredit, sendsReceipt, email } = payment
  const rest = creditOf(amount, allocations)
  const add = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (rest < 0) add('amount', `The invoices add up to ${formatCents(amount - rest)}`)
  if (rest > 0 && !keepCredit) add('keepCredit', 'Choose this, or change the amounts')
  if (sendsReceipt && !email) add('email', 'Enter the address that the receipt goes to')
})

/** The values that the form of a payment holds: amounts are text while they are not valid. */
export type PaymentValues = z.input<typeof Form>
export type PaymentForm = UseFormReturn<PaymentValues, unknown, z.output<typeof Form>>

/** An address counts only if a receipt is sent to it. */
const usedOf = (values: PaymentValues): PaymentValues =>
  values.sendsReceipt ? values : { ...values, email: null }

/** The schema of the form. */
export const TypedPayment = z.custom<PaymentValues>().transform(usedOf).pipe(Form)

export const { fields, empty } = fieldsOf<PaymentValues>({
  customerId: { label: 'Customer', required: true },
  amount: { label: 'Amount', kind: cents, required: true },
  day: { label: 'Day', kind: day, required: true },
  method: { label: 'Method', kind: choice(String, 'check') },
  reference: { label: 'Reference' },
  note: { label: 'Note', hint: 'For the office alone.' },
  allocations: { label: 'Open Invoices', empty: [] },
  keepCredit: { label: 'Keep as credit', kind: yesNo },
  sendsReceipt: { label: 'Email a receipt', kind: yesNo },
  email: { label: 'Email Address' },
})

/** An amount for an invoice as it is typed, in cents. */
export interface TypedAllocation {
  readonly invoiceId: string
  readonly amount: Typed<number>
}

/** The valid amounts of what is typed; others count as absent. */
export const validAmounts = (
  allocations: readonly TypedAllocation[],
): { invoiceId: string; amount: number }[] =>
  allocations.flatMap(({ invoiceId, amount }) =>
    typeof amount === 'number' ? [{ invoiceId, amount }] : [],
  )

interface Allocations {
  readonly value: readonly TypedAllocation[]
  readonly onChange: (value: readonly TypedAllocation[]) => void
}

/** Submits without the amounts of 0, which somebody types for an invoice that gets nothing. */
export const withoutZeros =
  ({ value, onChange }: Allocations, onSubmit: (event: SyntheticEvent) => unknown) =>
  (event: SyntheticEvent) => {
    const paid = value.filter(({ amount }) => amount !== 0)
    if (paid.length < value.length) onChange(paid)
    onSubmit(event)
  }

/** Open invoices with some of them first, by their ids, and then the oldest one. */
export const inOrder = (open: readonly OpenInvoice[], first: readonly string[]): OpenInvoice[] => [
  ...open.filter(({ id }) => first.includes(id)),
  ...open.filter(({ id }) => !first.includes(id)),
]

/** The amount that is likely to be paid, in cents: the first invoices, or else all that is owed. */
export function likelyAmount({ open, owed }: CustomerAccount, first: readonly string[]): number {
  const asked = open.filter(({ id }) => first.includes(id))
  return asked.length > 0 ? asked.reduce((sum, invoice) => sum + invoice.owed, 0) : owed
}
