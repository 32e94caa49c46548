import { formatCents } from '@plumbline/contract/money.ts'
import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { Banknote } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { paymentName } from './texts.ts'

/** Finds payments by their reference, such as the number of a check. Each opens its day. */
export const paymentCommands: CommandSource = {
  heading: 'Payments',
  minLength: 2,
  find: async (text, { may, client }) => {
    if (!may('finance.read')) return []
    const search = { search: text, money: 'true', limit: '6', total: 'false' } as const
    const payments = await client.query(query(paymentRoutes.list, { query: search }))
    return payments.map((payment) => ({
      id: payment.id,
      label: `${paymentName(payment)} · ${formatCents(payment.amount)}`,
      detail: payment.customerName,
      icon: Banknote,
      href: paths.payments({ from: payment.day, to: payment.day }),
    }))
  },
}
