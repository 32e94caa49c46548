import type { CompletedJob } from '@plumbline/contract/billing.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import type { JobPaymentState } from '@plumbline/contract/jobPayments.ts'
import type { StatusStyle } from '../../ui/status.ts'

/** The badges of jobs on a screen that have no invoices and no mark. */
export interface UnknownPayment {
  readonly label: string
  readonly isPaid: boolean
}

/** Those of Account Receivables, and of the completions of a year. */
export const awaiting: UnknownPayment = { label: 'Awaiting Payment', isPaid: false }
export const paidIn = (year: string): UnknownPayment => ({ label: `Paid ${year}`, isPaid: true })

const styles: Readonly<Record<JobPaymentState, StatusStyle>> = {
  awaiting: { label: 'Awaiting Payment', variant: 'outline', tone: 'warn', mark: 'half' },
  partPaid: { label: 'Part-paid', variant: 'default', tone: 'info', mark: 'half' },
  paid: { label: 'Paid', variant: 'default', tone: 'good', mark: 'dot' },
  overdue: { label: 'Overdue', variant: 'default', tone: 'bad', mark: 'diamond' },
}

/** The badge of the payment of a job: of its invoices, of its mark, or of the screen. */
export function badgeOf({ payment }: CompletedJob, unknown: UnknownPayment): StatusStyle {
  const { state, paidOn } = payment
  if (state === null)
    return { ...styles[unknown.isPaid ? 'paid' : 'awaiting'], label: unknown.label }
  const { label } = styles[state]
  return { ...styles[state], label: paidOn === null ? label : `${label} ${formatDay(paidOn)}` }
}
