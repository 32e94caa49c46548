import { inEmptyDatabase } from '../platform/db/testing.ts'
import { type Migrated, migrateWords, type Said } from './customerWords.ts'

/** The result of {@link migrateWords} in a database of its own. */
export const migratedWords = (words: readonly Said[]): Promise<Migrated> =>
  inEmptyDatabase(({ pool }) => migrateWords(pool, words))
