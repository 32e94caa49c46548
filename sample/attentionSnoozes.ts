import { addDays } from '@plumbline/contract/dates.ts'
import type { attentionSnoozes } from '../server/schema/dashboard.ts'
import type { Calendar } from './calendar.ts'
import type { PersonId } from './people.ts'

/** What an admin of the office wants to see no more today. */
export const snoozeRows = (
  calendar: Calendar,
  personId: PersonId,
): (typeof attentionSnoozes.$inferInsert)[] => [
  { personId: personId('thiel'), key: 'unconfirmedDays', until: addDays(calendar.today, 1) },
]
