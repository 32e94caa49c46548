import { addDays } from '@plumbline/contract/dates.ts'
import type { attentionSnoozes } from '../server/schema/dashboard.ts'
import type { Calendar } from './calendar.ts'
import type { PersonId } from './people.ts'

/** The attention items that an admin has snoozed until tomorrow. */
export const snoozeRows = (
  calendar: Calendar,
  personId: PersonId,
): (typeof attentionSnoozes.$inferInsert)[] => [
  { personId: personId('thiel'), key: 'unconfirmedDays', until: addDays(calendar.today, 1) },
]
