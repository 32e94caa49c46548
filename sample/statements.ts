import type { deliveries } from '../server/schema/delivery.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobOf } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import { customerId } from './people.ts'

/** The statements that were sent: job of the customer; first, last and sending working day. */
const rows = parseTable(`
  siding | -130 -48 -47
  primaryBath | -60 -22 -21
`).map(([job = '', days = '']) => {
  const [from = 0, to = 0, sent = 0] = days.split(' ').map(Number)
  return { customer: jobOf(job as JobKey).customer, from, to, sent }
})

export const statementRows = (calendar: Calendar) =>
  rows.map(({ customer: { email: address }, from, to, sent }) => {
    const at = calendar.at(sent, '10:15')
    return {
      ...{ id: seededId(`statement/${address}`), channel: 'email', letter: 'statement' },
      ...{ customerId: customerId(address), address, state: 'sent' },
      ...{ fromDay: calendar.day(from), toDay: calendar.day(to) },
      ...{ createdAt: at, dueAt: at, finishedAt: at },
    } satisfies typeof deliveries.$inferInsert
  })
