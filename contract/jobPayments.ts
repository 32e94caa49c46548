import { z } from 'zod'

/** The states of the payment of a completed job. */
export const jobPaymentStates = ['awaiting', 'partPaid', 'paid', 'overdue'] as const
export type JobPaymentState = (typeof jobPaymentStates)[number]

/** The payment of a completed job, as its badge says it. */
export const JobPayment = z.object({
  /** Null for a job without invoices that nobody marked as paid. */
  state: z.enum(jobPaymentStates).nullable(),
  /** Whether it has invoices that were issued and are not void. */
  isInvoiced: z.boolean(),
  /** The calendar day of the mark; null where there is none, and where there are invoices. */
  paidOn: z.iso.date().nullable(),
})
export type JobPayment = z.infer<typeof JobPayment>

/** The money of a job, as of a day of the company. In cents. */
export interface JobBalance {
  /** The number of its invoices that were issued and are not void, without credit memos. */
  readonly invoices: number
  /** Whether one of them is overdue. */
  readonly isOverdue: boolean
  /** The amount that is owed of them. */
  readonly owed: number
  /** The amount of them that is paid, also by credit and write-offs. */
  readonly paid: number
  /** The contract with its changes, less its invoices; a credit memo asks for no new invoice. */
  readonly left: number
  /** The day on which it was marked as paid. */
  readonly paidOn: string | null
}

function stateOf({ isOverdue, owed, paid, left }: JobBalance): JobPaymentState {
  if (isOverdue) return 'overdue'
  if (owed <= 0 && left <= 0) return 'paid'
  return owed <= 0 || paid > 0 ? 'partPaid' : 'awaiting'
}

/**
 * The payment of a job: by its invoices where it has some, otherwise by the mark that somebody
 * made.
 */
export function jobPaymentOf(balance: JobBalance): JobPayment {
  const { invoices, paidOn } = balance
  if (invoices > 0) return { state: stateOf(balance), isInvoiced: true, paidOn: null }
  return { state: paidOn === null ? null : 'paid', isInvoiced: false, paidOn }
}
