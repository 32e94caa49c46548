import { bigint, index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { idColumn, line, moment } from '../platform/db/columns.ts'

/** Every attempt to make a backup, ordered by id. */
export const backups = pgTable(
  'backups',
  {
    id: idColumn(),
    startedAt: moment('started_at').notNull(),
    /** Null while it is being made, and if the server stopped before it was finished. */
    finishedAt: moment('finished_at'),
    /** The name of its file in the backup folder; null if it failed. */
    file: line('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** The reason it failed. */
    problem: varchar('problem', { length: 1000 }),
  },
  (t) => [index('backups_finished_idx').on(t.finishedAt)],
)
