import { formatCents } from './money.ts'

/**
 * The states of a card payment in Stripe Checkout. `processing`: the customer has finished, and
 * their bank has not paid yet.
 */
export const cardSessionStates = ['open', 'processing', 'paid', 'failed', 'expired'] as const

/** The least and the most that Stripe takes in one payment, in cents. */
const MIN_CARD_PAYMENT = 50
const MAX_CARD_PAYMENT = 99_999_999

/** Whether an amount in cents can be paid by card. */
export const isCardAmount = (cents: number): boolean =>
  cents >= MIN_CARD_PAYMENT && cents <= MAX_CARD_PAYMENT

/** Whether what is owed, in cents, can be paid by card while no card payment is processing. */
export const isPayableByCard = (owed: number, processing: number | null): boolean =>
  processing === null && isCardAmount(owed)

/** The words for a customer about a payment in cents that their bank has refused. */
export const refusedText = (cents: number): string =>
  `The bank payment of ${formatCents(cents)} did not go through. Nothing was taken.`
