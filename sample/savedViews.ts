import type { savedViews } from '../server/schema/savedViews.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import type { PersonId } from './people.ts'

/** The views that the office opens every week. */
export const viewRows = (calendar: Calendar, personId: PersonId) =>
  (
    [
      ['owner', 'Unfinished, largest first', 'active=true&sort=-amount', calendar.at(-20, '09:00')],
      ['thiel', 'Without a manager', 'active=true&managerId=none', calendar.at(-13, '09:00')],
      ['thiel', 'Soonest to end', 'active=true&sort=end', calendar.at(-6, '10:00')],
    ] as const
  ).map(([key, name, query, createdAt]): typeof savedViews.$inferInsert => ({
    id: seededId(`view ${name}`),
    personId: personId(key),
    screen: 'jobs',
    name,
    query,
    createdAt,
    updatedAt: createdAt,
  }))
