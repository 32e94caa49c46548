import { formatDay } from '@plumbline/contract/dates.ts'
import { type Payment, paymentRoutes } from '@plumbline/contract/payments.ts'
import { call } from '../../api/call.ts'
import {
  amountColumn,
  dayColumn,
  describeFilter,
  type Printout,
  printout,
} from '../../print/printout.ts'
import type { PaymentDays } from './api.ts'
import { paymentName, receivedOf } from './texts.ts'

/** The printout of the money that came in and was paid back between two days. */
export async function printedPayments({ from, to }: PaymentDays): Promise<Printout> {
  const query = { money: 'true', ...(from && { from }), ...(to && { to }) } as const
  const numbersOf = ({ allocations }: Payment) => allocations.flatMap(({ number }) => number ?? [])
  return printout({
    title: 'Payments',
    filter: describeFilter('All days', [
      ['From', from && formatDay(from)],
      ['To', to && formatDay(to)],
    ]),
    noun: ['entry', 'entries'],
    columns: [
      dayColumn<Payment>('Day', ({ day }) => day),
      { label: 'Customer', text: ({ customerName }) => customerName },
      { label: 'Payment', text: paymentName },
      { label: 'Invoices', text: (payment) => numbersOf(payment).join(', ') },
      { label: 'Note', text: ({ note }) => note ?? '' },
      amountColumn<Payment>('Received', receivedOf),
    ],
    rows: await call(paymentRoutes.list, { query }),
  })
}
