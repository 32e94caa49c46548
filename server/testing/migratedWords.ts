import { connect } from '../platform/db/open.ts'
import { emptyDatabase, silentLog } from '../platform/db/testing.ts'
import { type Migrated, migrateWords, type Said } from './customerWords.ts'

/** The result of {@link migrateWords} in a database of its own. */
export async function migratedWords(words: readonly Said[]): Promise<Migrated> {
  const empty = await emptyDatabase()
  const { pool } = connect(empty.url, silentLog)
  try {
    return await migrateWords(pool, words)
  } finally {
    await pool.end()
    await empty.drop()
  }
}
