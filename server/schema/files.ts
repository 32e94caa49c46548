import { index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../platform/db/columns.ts'

/**
 * The keys of files whose rows are deleted. They are inserted in the transaction that deletes the
 * rows. The files are deleted afterwards, but not while a backup or an export reads files of an
 * older snapshot.
 */
export const fileDeletions = pgTable(
  'file_deletions',
  {
    key: varchar('key', { length: 200 }).primaryKey(),
    createdAt: createdAt(),
  },
  (t) => [index('file_deletions_created_idx').on(t.createdAt)],
)
