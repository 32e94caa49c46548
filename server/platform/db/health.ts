import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

export interface DatabaseHealth {
  /** The number of damaged pages that Postgres has found; null if checksums are off. */
  readonly checksumFailures: number | null
}

/** Reads the health of the database in one statement. */
export async function databaseHealth(db: Db): Promise<DatabaseHealth> {
  const { rows } = await db.execute<{ failures: number | null }>(
    // Objects shared by all databases are listed under no name.
    sql`select sum(checksum_failures)::float8 as failures from pg_stat_database
      where datname = current_database() or datname is null`,
  )
  return { checksumFailures: rows[0]?.failures ?? null }
}

/** The size of the database in bytes, including indexes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}
