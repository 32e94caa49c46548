import type { refusedAddresses } from '../server/schema/delivery.ts'
import type { Calendar } from './calendar.ts'
import { clients, type PersonId } from './people.ts'

/** The email address of one client that a mail server refused. */
export function refusedRows(calendar: Calendar, personId: PersonId) {
  const row: typeof refusedAddresses.$inferInsert = {
    personId: personId('brennan'),
    address: clients.brennan.email,
    reason: '550 5.1.1 The email account that you tried to reach does not exist',
    createdAt: calendar.at(-6, '16:42'),
  }
  return [row]
}
