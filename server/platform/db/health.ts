import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

export interface DatabaseHealth {
  /** How many damaged pages Postgres has found; null where it keeps no checksums. */
  readonly checksumFailures: number | null
}

/** What the database says about itself, in one statement. */
export async function databaseHealth(db: Db): Promise<DatabaseHealth> {
  const { rows } = await db.execute<{ failures: number | null }>(
    // What all databases share is listed under no name.
    sql`select sum(checksum_failures)::float8 as failures from pg_stat_database
      where datname = current_database() or datname is null`,
  )
  return { checksumFailures: rows[0]?.failures ?? null }
}
