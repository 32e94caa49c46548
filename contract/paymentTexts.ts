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
