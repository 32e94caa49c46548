import { viewedScreens } from '@plumbline/contract/savedViews.ts'
import { check, index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { idColumn, line, oneOf, stamps } from '../platform/db/columns.ts'
import { users } from './people.ts'

/** Filters and sort orders of lists that people have saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: idColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    screen: varchar('screen', { length: 20, enum: viewedScreens }).notNull(),
    name: line('name').notNull(),
    /** The search params of the screen. */
    query: varchar('query', { length: 1000 }).notNull(),
    ...stamps('saved_views'),
  },
  (t) => [
    check('saved_views_screen_check', oneOf(t.screen, viewedScreens)),
    index('saved_views_person_idx').on(t.personId, t.screen, t.createdAt),
  ],
)
