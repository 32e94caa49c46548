import type { Contract } from '@plumbline/contract/changeOrders.ts'
import { addDays, dayIn, shortDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'

type Change = Contract['changes'][number]

/** An amount in a column, without a currency: `83,220.00`, `−500.00`. */
export const columnCents = (amount: number) =>
  formatCents(amount).replace('$', '').replace('-', '−')

/** A change of an amount in a column: `+1,980.00`, `−500.00`. */
export const signedColumn = (amount: number) => `${amount > 0 ? '+' : ''}${columnCents(amount)}`

/** A change of an amount: `+$3,180.00`, `−$500.00`. */
export const signedCents = (amount: number) =>
  `${amount > 0 ? '+' : ''}${formatCents(amount).replace('-', '−')}`

/** The day of a moment in a sentence: `today`, `yesterday`, `Nov 12`. */
function recentDay(iso: string, today: string, timeZone: string): string {
  const day = dayIn(timeZone, new Date(iso))
  if (day === today) return 'today'
  return day === addDays(today, -1) ? 'yesterday' : shortDay(day, today)
}

interface Reader {
  readonly today: string
  readonly timeZone: string
  /** Whether it is for the office, which sees when the customer looked at it. */
  readonly isOffice: boolean
}

/** The state of a change order besides its status: `Maya Okafor, Nov 5`; empty for none. */
export function changeDetail(change: Change, { today, timeZone, isOffice }: Reader): string {
  const { status, approvedBy, decidedAt, viewedAt, lastDay } = change
  const decided = decidedAt && shortDay(dayIn(timeZone, new Date(decidedAt)), today)
  const parts = {
    draft: ['not sent yet'],
    sent: [
      isOffice && (viewedAt ? `viewed ${recentDay(viewedAt, today, timeZone)}` : 'not viewed yet'),
      lastDay && `answer by ${shortDay(lastDay, today)}`,
    ],
    approved: [approvedBy, decided],
    declined: [decided],
    withdrawn: [],
    expired: [lastDay && `answer was due ${shortDay(lastDay, today)}`],
  }[status]
  return parts.filter(Boolean).join(', ')
}
