// Separate from the schemas of payments, which lists and the database do not need.

/**
 * A payment is received from a customer, a refund is paid back to them, and a write-off is an
 * amount that the company no longer expects.
 */
export const paymentKinds = ['payment', 'refund', 'writeOff'] as const
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentKindNames: Readonly<Record<PaymentKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  writeOff: 'Write-off',
}

/** The ways in which money moves. */
export const paymentMethods = ['check', 'cash', 'card', 'transfer', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  check: 'Check',
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  other: 'Other',
}
