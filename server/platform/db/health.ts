import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

export interface DatabaseHealth {
  /** The version of Postgres, such as `18.1`. */
  readonly postgresVersion: string
  /** The number of damaged pages that Postgres has found; null if checksums are off. */
  readonly checksumFailures: number | null
}

/** Reads the health of the database in one statement. */
export async function databaseHealth(db: Db): Promise<DatabaseHealth> {
  const { rows } = await db.execute<{ version: string; failures: number | null }>(
    // Objects shared by all databases are listed under no name.
    sql`select current_setting('server_version') as version,
        sum(checksum_failures)::float8 as failures from pg_stat_database
      where datname = current_database() or datname is null`,
  )
  const [row] = rows
  // Some systems add the name of their package.
  const [postgresVersion = ''] = row?.version.split(' ') ?? []
  return { postgresVersion, checksumFailures: row?.failures ?? null }
}

/** The size of the database in bytes, including indexes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}
